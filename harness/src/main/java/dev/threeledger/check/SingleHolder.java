package dev.threeledger.check;

import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.verdict.CheckResult;
import java.util.List;

/**
 * A key has one holder at a time, and a holder that was superseded changes no row and adds no
 * effect.
 *
 * <p>A claim makes a holder: its row becomes active, names another holder, or gets a higher token.
 * Judged, per key:
 *
 * <ul>
 *   <li>intervals: no two rows of the key are held at once, no token falls, and no claim follows
 *       another holder's claim without a higher token;
 *   <li>rows: no insert, and no update that sets the token, carries a lower token than one that was
 *       committed earlier; while a key is held, the row that says so belongs to its holder: another
 *       worker changes state, holder or token only together with a higher token, and a superseded
 *       worker changes nothing of it;
 *   <li>effects: none by a worker whose request came after another worker's claim was committed. A
 *       repeat that the partner recognised is a note.
 * </ul>
 *
 * <p>Everything is judged by order, never by a clock. Rows are ordered by commit (LSN). A claim
 * counts against a request only once it stands in the row history, thus committed, before the
 * request; a commit lies between asked and acknowledged, and while the requester's own next claim
 * is being asked for, it is accused of nothing. A request that a latency toxic may have held back
 * is a note, and so is a row that is taken from a worker that is dead or paused.
 *
 * <p>Order alone can still accuse wrongly on an overloaded machine. A request counts from when it
 * was received, not from when it was made: one that was made in time, but stood in a proxy or a
 * socket until the lease had run out and another worker had claimed the key, looks like a
 * superseded holder's. And a worker that is merely slow counts as alive: when its lease runs out
 * and another takes the row without a higher token, that is a finding, not a note.
 *
 * <p>Complete for rows whose transaction's worker is known from the taps; changes of other tables
 * without a token column by a superseded worker are notes only. Truth: row history and the
 * partner's report.
 *
 * <p>An effect of a superseded holder, or one after the key was undone, before which the run was
 * stopped is a finding at that stop.
 *
 * <p>A subject that declares no {@code fencing:} promises no single holder: PASS, with a note.
 * Cost: rows of a key times effects of a key.
 */
public final class SingleHolder implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "single-holder";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Fencing fencing = run.subject().fencing();
    if (fencing == null) {
      Findings stops = new Findings(NAME);
      stops.note("the subject declares no fencing; nothing was judged");
      HardDeviations.judge(NAME, run, stops);
      return stops.result();
    }
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Writers writers = new Writers(events);
    FencedRows rows = new FencedRows(run, events, writers);
    Findings findings = new Findings(NAME);
    if (rows.all().isEmpty()) {
      seenNothing(run, findings);
    } else if (rows.all().stream().noneMatch(SingleHolder::hasToken)) {
      findings.doubt(
          "no row of " + fencing.table() + " has a number in its column " + fencing.token());
    }
    new HolderIntervals(rows).judge(findings);
    new StaleWrites(run, events, writers, rows).judge(findings);
    new StaleEffects(events, writers, rows).judge(findings);
    HardDeviations.judge(NAME, run, findings);
    return findings.result();
  }

  private static boolean hasToken(FencedRow row) {
    return (row.after() != null && row.after().token() != null)
        || (row.before() != null && row.before().token() != null);
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
