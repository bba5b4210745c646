package dev.threeledger.check;

import dev.threeledger.check.FencedRow.Hold;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.verdict.CheckResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A key's state changes only as the subject says it may, and what has ended stays ended.
 *
 * <p>In any subject: done and undone never change; undone follows only from active; who holds the
 * key right after manual review has a higher token, unless a person gave it back on record ({@code
 * manual.audit}); every state is one that the subject lists. With {@code transitions:} also: each
 * change of state is listed there.
 *
 * <p>Sound and complete for the committed history of the fencing table, in LSN order; an update
 * that leaves the state as it is is no transition. A transition that an attempt meant to make and
 * did not commit does not exist. Truth: the row history. A subject without {@code fencing.state}
 * promises nothing here: PASS, with a note. Cost: one pass over the row history.
 */
public final class LegalTransitions implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "legal-transitions";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Subject.Fencing fencing = run.subject().fencing();
    if (fencing == null || fencing.state() == null) {
      return CheckResult.of(
          NAME, List.of(), List.of("the subject declares no state column; nothing was judged"));
    }
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Findings findings = new Findings(NAME);
    FencedRows rows = new FencedRows(run, events, new Writers(events));
    if (rows.all().isEmpty()) {
      seenNothing(run, findings);
    }
    Lives lives = new Lives(run, events, rows);
    rows.all().forEach(row -> judge(run.subject(), row, lives, findings));
    return findings.result();
  }

  private static void judge(Subject subject, FencedRow row, Lives lives, Findings findings) {
    if (row.after() == null) {
      return;
    }
    boolean onRecord = lives.auditOf(row).isPresent();
    String wrong = wrong(subject, row.before(), row.after(), onRecord);
    if (wrong != null) {
      String from = row.before() == null ? "a new row" : row.before().state();
      findings.add(
          row.key(),
          "%s: %s to %s: %s".formatted(row.key(), from, row.after().state(), wrong),
          row.seq(),
          List.of());
    }
  }

  /** What is wrong with the step, or null. */
  private static String wrong(Subject subject, Hold before, Hold after, boolean onRecord) {
    boolean moved = before == null || !Objects.equals(before.state(), after.state());
    if (!moved) {
      return null;
    }
    if (after.role() == null) {
      return "the subject does not list this state";
    }
    if (before == null || before.role() == null) {
      return null;
    }
    String byRole = wrongByRole(before, after, onRecord);
    return byRole != null ? byRole : wrongByList(subject.transitions(), before, after);
  }

  private static String wrongByRole(Hold before, Hold after, boolean onRecord) {
    boolean otherRole = before.role() != after.role();
    return switch (before.role()) {
      case DONE, UNDONE -> otherRole ? "what has ended must not change" : null;
      case MANUAL ->
          after.held() && !before.tokenBelow(after) && !onRecord
              ? "a manual rerun takes a higher token"
              : undoneOnlyFromActive(after);
      case WAITING -> undoneOnlyFromActive(after);
      case ACTIVE -> null;
    };
  }

  private static String undoneOnlyFromActive(Hold after) {
    return after.role() == StateRole.UNDONE ? "only an active execution can be undone" : null;
  }

  private static String wrongByList(
      Map<String, List<String>> transitions, Hold before, Hold after) {
    if (transitions.isEmpty()
        || transitions.getOrDefault(before.state(), List.of()).contains(after.state())) {
      return null;
    }
    List<String> allowed = transitions.getOrDefault(before.state(), List.of());
    return "allowed is " + (allowed.isEmpty() ? "nothing" : String.join(", ", allowed));
  }

  /** Without row history silence is only believed where the execution ledger is empty as well. */
  private static void seenNothing(RunRecord run, Findings findings) {
    String silence = "no change of table " + run.subject().fencing().table() + " was seen";
    if (run.ledgers().execution().filter(List::isEmpty).isPresent()) {
      findings.note(silence);
    } else {
      findings.doubt(silence);
    }
  }
}
