package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.verdict.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * From when the injected faults act no more, every key that was due or accepted comes to an end
 * within {@code limits.recover}, without a human: done, undone, or handed to one.
 *
 * <p>A promise of liveness, so it is demanded only within the budget that the scenario's {@code
 * survives:} states ({@code workers-lost}, 0 when it states none), and not while a fault acts for
 * ever. Sound: the time of an end is when its commit was asked for, the earliest it can have been;
 * a key that never ended is accused only when nothing more would happen or the bound had passed.
 * When a fault ends is told in {@link FaultsEnd}. A key that a person took back on record later
 * than that has the bound from there. Complete for the due list and accepted triggers. Truth: the
 * row history of the fencing table; without one only whether a key ended is judged, by the
 * execution ledger. Not judged, INCONCLUSIVE, where the machine was too busy ({@link Starvation}).
 * Cost: keys times row changes.
 */
public final class Recovers implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "recovers";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Events events = new Events(run);
    List<Owed> owed = Owed.of(run, events);
    if (owed.isEmpty() || events.end() == 0) {
      return CheckResult.inconclusive(
          NAME, "there is no due list and no trigger: nothing is known to be due");
    }
    FaultsEnd faults = new FaultsEnd(run, events);
    Optional<String> excuse = faults.excuse();
    if (excuse.isPresent()) {
      return CheckResult.of(NAME, List.of(), List.of(excuse.get()));
    }
    Judgement judgement = new Judgement(run, events, owed, faults.moment());
    owed.forEach(judgement::judge);
    return judgement.findings.result();
  }

  private static final class Judgement {
    final Findings findings;
    private final RunRecord run;
    private final Events events;
    private final Writers writers;
    private final FencedRows rows;
    private final Lives lives;
    private final RowsByKey executions;
    private final FaultsEnd.Moment from;

    Judgement(RunRecord run, Events events, List<Owed> owed, FaultsEnd.Moment from) {
      this.run = run;
      this.events = events;
      this.from = from;
      findings = new Findings(NAME, events);
      writers = new Writers(events);
      rows = new FencedRows(run, events, writers);
      lives = new Lives(run, events, rows);
      executions = RowsByKey.ofOwed(run.ledgers().execution().orElse(List.of()), owed);
    }

    void judge(Owed owed) {
      List<FencedRow> history = rows.of(owed.key());
      boolean recorded = !history.isEmpty() || !executions(owed).isEmpty();
      if (!recorded && !owed.certain()) {
        findings.note(
            owed.key() + ": its trigger was not accepted, and nothing is recorded; not demanded");
        return;
      }
      Optional<FencedRow> end = FencedRows.standsSince(history, StateRole::ended);
      if (end.isPresent()) {
        judgeTime(owed, end.get());
      } else if (!history.isEmpty()) {
        never(owed, "is still " + stateOf(history));
      } else {
        judgeByLedger(owed);
      }
    }

    /** From when the faults act no more, or from when a person took the key back later. */
    private FaultsEnd.Moment from(Owed owed) {
      List<Long> begins = lives.begins(owed.key());
      return begins.isEmpty()
          ? from
          : events.of(RowChanged.class).stream()
              .filter(seen -> seen.seq() == begins.get(begins.size() - 1))
              .filter(seen -> seen.atNanos() > from.nanos())
              .map(
                  seen ->
                      new FaultsEnd.Moment(
                          seen.atNanos(), "a person took it back", List.of(seen.seq())))
              .findFirst()
              .orElse(from);
    }

    private void judgeTime(Owed owed, FencedRow end) {
      FaultsEnd.Moment from = from(owed);
      long nanos =
          writers.asked(end.seen().event().xid()).map(Seen::atNanos).orElse(end.seen().atNanos());
      Duration took = Duration.ofNanos(nanos - from.nanos());
      Duration bound = run.scenario().limits().recover();
      if (took.compareTo(bound) > 0) {
        findings.addByClock(
            owed.key(),
            "%s ends as %s %d ms after %s; the bound is %d ms"
                .formatted(
                    owed.key(),
                    end.after().state(),
                    took.toMillis(),
                    from.what(),
                    bound.toMillis()),
            end.seq(),
            from.events());
      }
    }

    /** No row history of this key: seeded, or the subject has no fencing table. */
    private void judgeByLedger(Owed owed) {
      if (run.ledgers().execution().isEmpty()) {
        findings.doubt("the execution ledger was not read");
        return;
      }
      List<LedgerRow> executions = executions(owed);
      boolean ended = !executions.isEmpty() && executions.stream().allMatch(this::ended);
      if (ended) {
        findings.note(owed.key() + " ended; when is not in the row history");
      } else if (executions.isEmpty()) {
        never(owed, "has no execution");
      } else {
        never(owed, "is still " + executions.get(0).state());
      }
    }

    private void never(Owed owed, String how) {
      FaultsEnd.Moment from = from(owed);
      long leftNanos =
          run.scenario().limits().recover().toNanos() - (events.endNanos() - from.nanos());
      if (events.stopped()) {
        findings.doubt("%s %s, but the run was stopped at a deviation".formatted(owed.key(), how));
        return;
      }
      if (!events.quiet() && leftNanos > 0) {
        findings.doubt(
            "%s %s, but the run was stopped %d ms before the bound"
                .formatted(owed.key(), how, leftNanos / 1_000_000));
        return;
      }
      findings.addByClock(
          owed.key(),
          "%s never comes to an end: it %s at the end of the run".formatted(owed.key(), how),
          events.end(),
          from.events());
    }

    private List<LedgerRow> executions(Owed owed) {
      return executions.of(owed.key()).stream().filter(owed::matches).toList();
    }

    private boolean ended(LedgerRow row) {
      return row.state() != null
          && run.subject().role(row.state()).filter(StateRole::ended).isPresent();
    }

    private static String stateOf(List<FencedRow> history) {
      FencedRow last = history.get(history.size() - 1);
      return last.after() == null ? "without a row" : last.after().state();
    }
  }
}
