package dev.threeledger.judge;

import dev.threeledger.check.Check;
import dev.threeledger.check.Checks;
import dev.threeledger.check.Invariants;
import dev.threeledger.check.RunRecord;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;

/** Judges a finished run. */
public final class Judge {
  private Judge() {}

  /**
   * Runs the scenario's checks in their fixed order, then the invariants. The verdict is the worst
   * of them, and at best INCONCLUSIVE when there is a reason to doubt the run itself: a fault that
   * did not land, a trigger that never left, a ledger that was not read or cannot be believed
   * ({@link EmptyLedgers}), an end other than QUIET, a problem of the harness.
   *
   * @param landings one per planned fault; a planned fault without one has not landed
   */
  public static CellVerdict judge(RunRecord run, List<Landing> landings) {
    return judge(run, landings, Checks.all());
  }

  /** With other checks: for tests of what happens when one breaks. */
  static CellVerdict judge(RunRecord whole, List<Landing> landings, List<Check> known) {
    EmptyLedgers empty = new EmptyLedgers(whole);
    RunRecord run = empty.believed();
    List<CheckResult> results =
        Stream.concat(
                known.stream()
                    .filter(check -> run.scenario().checks().contains(check.name()))
                    .map(check -> result(check, run)),
                Stream.concat(unknown(run, known), Invariants.judge(run).stream()))
            .toList();
    List<String> reasons =
        Stream.of(
                StopReasons.drill(whole),
                new Reasons(run, landings, empty.why()).all().stream(),
                StopReasons.unjudged(run, results))
            .flatMap(some -> some)
            .toList();
    Verdict verdict = Verdict.worst(results.stream().map(CheckResult::verdict).toList());
    return new CellVerdict(
        reasons.isEmpty() ? verdict : verdict.and(Verdict.INCONCLUSIVE),
        run.scenario().expectedVerdict(),
        reasons,
        results,
        landings);
  }

  private static CheckResult result(Check check, RunRecord run) {
    try {
      return check.judge(run);
    } catch (RuntimeException | StackOverflowError e) {
      return CheckResult.inconclusive(check.name(), "the check broke: " + e);
    }
  }

  private static Stream<CheckResult> unknown(RunRecord run, List<Check> known) {
    List<String> names = known.stream().map(Check::name).toList();
    return run.scenario().checks().stream()
        .filter(name -> !names.contains(name))
        .map(
            name ->
                CheckResult.inconclusive(
                    name, "there is no check of this name; known: " + String.join(", ", names)));
  }
}
