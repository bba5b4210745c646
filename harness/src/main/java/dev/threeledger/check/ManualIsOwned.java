package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject.Manual;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.verdict.CheckResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whatever is handed to a person says whose it is, what to do and why; and whoever takes it back
 * leaves a record in the same transaction: who, why, how it stood and how it stands.
 *
 * <p>Truth: the row history of the fencing table and of the audit table. Every committed state of a
 * row in role manual is judged, so also one that loses its owner later; of a key without history
 * (it was seeded, or its table is not followed) the execution ledger's row at the end. Blank counts
 * as missing. A row that is deleted while a person should look leaves manual as well. Whether what
 * is written makes sense is not judged.
 *
 * <p>Sound and complete for committed changes; an attempt that was not committed does not exist. A
 * subject without {@code manual:} promises nothing here: PASS, with a note; one without {@code
 * audit} is not judged for records. Cost: rows in role manual times row changes.
 */
public final class ManualIsOwned implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "manual-is-owned";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    if (run.subject().promises().manual() == null) {
      return CheckResult.of(
          NAME, List.of(), List.of("the subject declares no manual columns; nothing was judged"));
    }
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    return new Judgement(run, events).result();
  }

  private static final class Judgement {
    private final RunRecord run;
    private final Events events;
    private final Manual manual;
    private final FencedRows rows;
    private final Lives lives;
    private final Findings findings = new Findings(NAME);
    private boolean any;

    Judgement(RunRecord run, Events events) {
      this.run = run;
      this.events = events;
      manual = run.subject().promises().manual();
      rows = new FencedRows(run, events, new Writers(events));
      lives = new Lives(run, events, rows);
    }

    CheckResult result() {
      rows.byKey().values().forEach(this::judgeHistory);
      judgeLedger();
      if (manual.audit() == null) {
        findings.note("the subject declares no audit; who takes a key back was not judged");
      }
      if (!any) {
        findings.note("nothing was handed to a person");
      }
      return findings.result();
    }

    private void judgeHistory(List<FencedRow> history) {
      boolean told = false;
      for (FencedRow row : history) {
        if (Lives.leavesManual(row)) {
          any = true;
          judgeLeaving(row);
        }
        boolean there = row.after() != null && row.after().role() == StateRole.MANUAL;
        List<String> blanks = there ? blanks(row.seen().event().after()) : List.of();
        if (!blanks.isEmpty() && !told) {
          findings.add(
              row.key(),
              "%s: %s without %s"
                  .formatted(row.key(), row.after().state(), String.join(", ", blanks)),
              row.seq(),
              List.of());
        }
        any |= there;
        told = there && (told || !blanks.isEmpty());
      }
    }

    private void judgeLeaving(FencedRow row) {
      if (manual.audit() == null) {
        return;
      }
      String left =
          "%s: %s to %s"
              .formatted(
                  row.key(),
                  row.before().state(),
                  row.after() == null ? "no row" : row.after().state());
      Optional<Seen<RowChanged>> audit = lives.auditOf(row);
      if (audit.isEmpty()) {
        findings.add(
            row.key(),
            left + " without a record in " + manual.audit().table() + " in the same transaction",
            row.seq(),
            List.of());
        return;
      }
      List<String> blanks = lives.blanks(audit.get());
      if (!blanks.isEmpty()) {
        findings.add(
            row.key(),
            "%s; its record in %s is without %s"
                .formatted(left, manual.audit().table(), String.join(", ", blanks)),
            audit.get().seq(),
            List.of(row.seq()));
      }
    }

    /** Keys that the row history does not know. */
    private void judgeLedger() {
      if (run.ledgers().execution().isEmpty()) {
        findings.doubt("the execution ledger was not read");
        return;
      }
      List<LedgerRow> all = run.ledgers().execution().get();
      for (LedgerRow row : all) {
        boolean there =
            row.state() != null
                && run.subject().role(row.state()).filter(StateRole.MANUAL::equals).isPresent();
        if (!there || !rows.of(row.key()).isEmpty()) {
          continue;
        }
        any = true;
        List<String> blanks = blanks(row.columns());
        List<String> unknown =
            blanks.stream()
                .filter(column -> all.stream().noneMatch(one -> one.columns().containsKey(column)))
                .toList();
        if (!unknown.isEmpty()) {
          findings.doubt(
              "%s: no execution row has a value in %s; whether the ledger reads it is not known"
                  .formatted(row.key(), String.join(", ", unknown)));
        } else if (!blanks.isEmpty()) {
          findings.add(
              row.key(),
              "%s: %s without %s".formatted(row.key(), row.state(), String.join(", ", blanks)),
              events.end(),
              List.of());
        }
      }
    }

    private List<String> blanks(Map<String, String> row) {
      return Stream.of(manual.owner(), manual.remedy(), manual.reason())
          .filter(column -> Lives.blank(row, column))
          .toList();
    }
  }
}
