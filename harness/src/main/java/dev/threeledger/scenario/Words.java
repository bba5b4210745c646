package dev.threeledger.scenario;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.scenario.FaultAction.RestartDatabase;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The fixed words of both formats: {@code LAST_ARRIVED} is written {@code last-arrived}. */
final class Words {
  static final Map<String, Side> SIDES = lowerCase(Side.values());
  static final Map<String, HttpStep> STEPS = lowerCase(HttpStep.values());
  static final Map<String, Release> RELEASES = lowerCase(Release.values());
  static final Map<String, RestartDatabase.Mode> RESTARTS =
      lowerCase(RestartDatabase.Mode.values());
  static final Map<String, RestartDatabase.Port> PORTS = lowerCase(RestartDatabase.Port.values());
  static final Map<String, StopCondition> STOPS = lowerCase(StopCondition.values());
  static final Map<String, StateRole> ROLES = lowerCase(StateRole.values());
  static final Map<String, Once> CONDITIONS = lowerCase(Once.values());
  static final Map<String, Verdict> VERDICTS = asWritten(Verdict.values());

  private Words() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> Map<String, E> lowerCase(E[] values) {
    Map<String, E> words = new LinkedHashMap<>();
    for (E value : values) {
      words.put(of(value), value);
    }
    return words;
  }

  private static <E extends Enum<E>> Map<String, E> asWritten(E[] values) {
    Map<String, E> words = new LinkedHashMap<>();
    for (E value : values) {
      words.put(value.name(), value);
    }
    return words;
  }
}
