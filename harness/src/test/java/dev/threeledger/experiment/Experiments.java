package dev.threeledger.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Experiments on the reference executor, for tests. */
final class Experiments {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  private Experiments() {}

  /** A whole, valid file; what it refers to is the project's own. */
  static String valid() {
    return """
        experiment: unique-constraint
        claim: The database's unique constraint removes duplicates; look-then-insert does not.
        scenarios: [HOME/scenarios/statement/normal.yaml, HOME/scenarios/statement/duplicate-trigger.yaml]
        outside: HOME/scenarios/external
        subject: HOME/reference-impl/subject.yaml
        baseline: { version: 1.0.0, settings: { defect: none } }
        candidate: { version: 1.0.0, settings: { defect: look-then-insert } }
        changed: settings.defect
        cells: { ids: [normal/normal, duplicate-trigger/failure] }
        fixed: { seed: 20260131, concurrency: 2, partner: { payments.charge.deduplicates: false } }
        repeat: 2
        pass_when:
          - { verdicts: candidate, no: FAIL, where: baseline-passes }
          - { pairs: fixed, at_least: 1 }
          - { cost: statements, at_most: 1.10, of: baseline }
        stop_when: [second-effect, lost-key]
        expect: { decision: stop, first_deviation: { check: at-most-one-effect, scenario: duplicate-trigger, event: StopConditionMet }, stopped_by: second-effect }
        observe: [plans, phases]
        owner: payments-platform
        rollback: { settings.defect: none }
        not_covered: [more than two workers]
        """
        .replace("HOME", HOME.toString());
  }

  /** The valid file with one text in place of another, which must be there. */
  static String with(String good, String bad) {
    return with(valid(), good, bad);
  }

  static String with(String document, String good, String bad) {
    int at = document.indexOf(good);
    if (at < 0) {
      throw new IllegalArgumentException("there is no '" + good + "' in it");
    }
    return document.substring(0, at) + bad + document.substring(at + good.length());
  }

  static Path write(Path folder, String document) throws IOException {
    return Files.writeString(folder.resolve("experiment.yaml"), document);
  }

  static ExperimentPlan plan(Path folder, String document) throws Exception {
    return ExperimentPlan.read(
        new ExperimentPlan.Request(write(folder, document), folder.resolve("reports")));
  }
}
