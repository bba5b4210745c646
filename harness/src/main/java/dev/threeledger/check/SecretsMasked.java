package dev.threeledger.check;

import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.verdict.CheckResult;
import java.util.List;

/**
 * What is secret stands in no record, log, answer or ledger of the subject.
 *
 * <p>Secret are the values that the scenario plants ({@code secrets:}), in tables other than those
 * that the subject declares for them, and anything that is a payment card number by its form and
 * check digit, everywhere. Whoever wrote it down is accused at the event that carried it; where no
 * event did (a log is read when the run ends), at the sighting.
 *
 * <p>Truth: the sightings that the harness records before it masks; the value itself is nowhere in
 * the evidence. Sound for planted values. A long number that happens to have a card number's check
 * digit is taken for one. Complete for what the harness reads: declared tables, ledgers, answers to
 * triggers and workers' logs, in which a value stands as it was planted or in the forms that the
 * masker knows; a value in pieces, hashed or encrypted is not seen.
 *
 * <p>A scenario that plants nothing is judged for card numbers alone; that is a note. Cost: one
 * pass.
 */
public final class SecretsMasked implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "secrets-masked";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Findings findings = new Findings(NAME);
    for (Seen<SecretSeen> seen : events.of(SecretSeen.class)) {
      SecretSeen sighting = seen.event();
      boolean carried = sighting.seenAt() > 0 && sighting.seenAt() <= events.end();
      findings.add(
          sighting.key(),
          "%s%s stands in %s%s"
              .formatted(
                  sighting.key() == null ? "" : sighting.key() + ": ",
                  sighting.what(),
                  sighting.where(),
                  sighting.worker() == null || sighting.where().contains("worker")
                      ? ""
                      : ", by worker " + sighting.worker()),
          carried ? sighting.seenAt() : seen.seq(),
          List.of(seen.seq()));
    }
    if (run.scenario().secrets().isEmpty()) {
      findings.note("the scenario plants no secret; only card numbers were looked for");
    }
    return findings.result();
  }
}
