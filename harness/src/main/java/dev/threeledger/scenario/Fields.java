package dev.threeledger.scenario;

import java.util.List;
import java.util.Optional;

/** The fields of a mapping under reading; of a value that is no mapping, none. */
public final class Fields {
  private final Place place;

  Fields(Place place) {
    this.place = place;
  }

  /** The field, when it is written. */
  public Optional<Place> optional(String key) {
    return place.optional(key);
  }

  /** The field; a missing one is a problem at the mapping. */
  public Optional<Place> required(String key) {
    Optional<Place> field = place.optional(key);
    if (field.isEmpty() && place.tree() instanceof Tree.Mapping) {
      String path = place.path().isEmpty() ? key : place.path() + "." + key;
      place.named(path).problem("missing; add '" + key + ":' here");
    }
    return field;
  }

  /** True when at least one of the keys is written. */
  public boolean hasOneOf(List<String> keys) {
    return keys.stream().anyMatch(key -> place.optional(key).isPresent());
  }
}
