package dev.threeledger.scenario;

import dev.threeledger.scenario.Scenario.Limits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A run outlives two periods of the subject's slowest periodic machinery and then a quiet window.
 * Limits that leave no room for this would make every run INCONCLUSIVE; they are problems.
 */
final class QuietWindow {
  private final Subject subject;
  private final Scenario scenario;

  QuietWindow(Subject subject, Scenario scenario) {
    this.subject = subject;
    this.scenario = scenario;
  }

  /** Adds a problem at the limit, or at the document when the limit is not written. */
  void check(Place document) {
    Limits limits = scenario.limits();
    Duration window = limits.quiet().plus(slowest().multipliedBy(2));
    if (limits.run().compareTo(window) < 0) {
      at(document, "run")
          .problem(
              "%s is shorter than the quiet window of %s (quiet %s and two periods of %s)%s"
                  .formatted(
                      Durations.write(limits.run()),
                      Durations.write(window),
                      Durations.write(limits.quiet()),
                      slowestWords(),
                      "; raise limits.run or lower the setting"));
    }
    if (limits.recover().compareTo(limits.run()) >= 0) {
      at(document, "recover")
          .problem(
              "%s is not shorter than limits.run, %s; the run would end first"
                  .formatted(Durations.write(limits.recover()), Durations.write(limits.run())));
    }
  }

  private static Place at(Place document, String limit) {
    return document
        .optional("limits")
        .flatMap(limits -> limits.optional(limit))
        .orElseGet(() -> document.named("limits." + limit));
  }

  private Duration slowest() {
    return subject.periodic().values().stream()
        .map(this::filled)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private String slowestWords() {
    return subject.periodic().entrySet().stream()
        .filter(machinery -> filled(machinery.getValue()).equals(slowest()))
        .map(machinery -> machinery.getKey() + " " + Durations.write(slowest()))
        .findFirst()
        .orElse("nothing");
  }

  private Duration filled(String text) {
    return Durations.parse(Placeholders.fill(text, settings()));
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    subject.settings().forEach((name, value) -> settings.put("settings." + name, value));
    scenario.given().settings().forEach((name, value) -> settings.put("settings." + name, value));
    return settings;
  }
}
