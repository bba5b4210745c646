package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Scenario.Expectation;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.verdict.CheckResult;
import java.util.List;
import java.util.TreeMap;

/**
 * Each key ends as the scenario's {@code expect:} says: state, effects that hold, number of
 * attempts.
 *
 * <p>Sound: what is missing, and a state, are judged only when the run ended because nothing more
 * would happen; what is too much always. Complete for the keys listed there. Effects are counted in
 * the external ledger (those undone do not count), attempts in the requests with an effect that the
 * partners received, answered or not; the state is what the execution ledger claims. An effect too
 * many is placed where it was applied; once the key's undoing was begun, at the key's last change:
 * it should have been undone by then.
 *
 * <p>State, attempts and what is missing also depend on calls that time out and deadlines that
 * pass: where the machine was too busy ({@link Starvation}) they are not judged, INCONCLUSIVE. An
 * effect too many is a finding all the same, unless it should have been undone. Cost: keys times
 * rows.
 */
public final class AsExpected implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "as-expected";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    if (run.scenario().expect().isEmpty()) {
      return CheckResult.of(NAME, List.of(), List.of("the scenario states no expectation"));
    }
    Events events = new Events(run);
    if (events.end() == 0) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Judgement judgement = new Judgement(run, events);
    run.scenario().expect().forEach(judgement::judge);
    return judgement.findings.result();
  }

  private static final class Judgement {
    final Findings findings;
    private final RunRecord run;
    private final Events events;
    private final FencedRows rows;

    Judgement(RunRecord run, Events events) {
      this.run = run;
      this.events = events;
      findings = new Findings(NAME, events);
      rows = new FencedRows(run, events, new Writers(events));
    }

    void judge(Expectation expected) {
      if (expected.state() != null) {
        judgeState(expected.key(), expected.state());
      }
      new TreeMap<>(expected.effects())
          .forEach((operation, number) -> judgeEffects(expected, operation, number));
      if (expected.attempts() != null) {
        judgeAttempts(expected.key(), expected.attempts());
      }
    }

    private void judgeState(String key, StateRole expected) {
      if (run.ledgers().execution().isEmpty()) {
        findings.doubt("the execution ledger was not read");
        return;
      }
      List<LedgerRow> executions =
          run.ledgers().execution().get().stream().filter(row -> key.equals(row.key())).toList();
      boolean agrees =
          !executions.isEmpty()
              && executions.stream()
                  .allMatch(
                      row ->
                          row.state() != null
                              && run.subject()
                                  .role(row.state())
                                  .filter(expected::equals)
                                  .isPresent());
      if (agrees) {
        return;
      }
      String found =
          executions.isEmpty()
              ? "there is no execution"
              : "it ends as "
                  + String.join(
                      ", ", executions.stream().map(row -> String.valueOf(row.state())).toList());
      if (!events.quiet()) {
        findings.doubt(early(key));
        return;
      }
      findings.addByClock(
          key,
          "%s: expected to end %s; %s".formatted(key, expected.yamlName(), found),
          lastChange(key),
          List.of());
    }

    private void judgeEffects(Expectation expectation, String operation, int expected) {
      String key = expectation.key();
      if (run.ledgers().external().isEmpty()) {
        findings.doubt("the external ledger was not read");
        return;
      }
      long found =
          run.ledgers().external().get().stream()
              .filter(row -> key.equals(row.key()) && operation.equals(row.kind()))
              .filter(row -> !"undone".equals(row.state()))
              .count();
      List<Long> shown =
          events.effects(key).stream()
              .filter(seen -> operation.equals(seen.event().operation()))
              .map(Seen::seq)
              .toList();
      boolean undoing = undoingWasBegun(key);
      long tooMany = undoing ? lastChange(key) : at(shown, expected);
      boolean byClock = found < expected || undoing || expectation.state() == StateRole.UNDONE;
      judgeNumber(key, operation + " holds", "times", expected, found, tooMany, shown, byClock);
    }

    /** What is undone in the end was right when it was done. */
    private boolean undoingWasBegun(String key) {
      return events.requests(key).stream().anyMatch(seen -> seen.event().undoes() != null);
    }

    private long lastChange(String key) {
      List<FencedRow> changes = rows.of(key);
      return changes.isEmpty() ? events.end() : changes.get(changes.size() - 1).seq();
    }

    private long at(List<Long> shown, int place) {
      return shown.size() > place ? shown.get(place) : events.end();
    }

    private void judgeAttempts(String key, int expected) {
      List<Long> shown =
          events.requests(key).stream()
              .filter(seen -> seen.event().effect() != null)
              .map(Seen::seq)
              .toList();
      judgeNumber(
          key,
          "outside systems received",
          "requests with an effect",
          expected,
          shown.size(),
          at(shown, expected),
          shown,
          true);
    }

    private void judgeNumber(
        String key,
        String what,
        String unit,
        int expected,
        long found,
        long tooMany,
        List<Long> shown,
        boolean byClock) {
      if (found == expected) {
        return;
      }
      if (found < expected && !events.quiet()) {
        findings.doubt(early(key));
        return;
      }
      String message = "%s: %s %d %s, expected %d".formatted(key, what, found, unit, expected);
      long at = found > expected ? tooMany : events.end();
      if (byClock) {
        findings.addByClock(key, message, at, shown);
      } else {
        findings.add(key, message, at, shown);
      }
    }

    private static String early(String key) {
      return key + " is not as expected, but the run was stopped early";
    }
  }
}
