package dev.threeledger.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable copies that keep the order of the file, which {@link Map#copyOf} does not. */
final class Ordered {
  private Ordered() {}

  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
