package dev.threeledger.check;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A committed change of the row that says who holds a key.
 *
 * @param worker that committed it, or null when it is not known
 * @param before null when there was no row, or its old values were not given
 * @param after null when the row is gone
 */
record FencedRow(Seen<RowChanged> seen, String worker, Hold before, Hold after) {
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:.*");

  static FencedRow of(Subject subject, Seen<RowChanged> seen, String worker) {
    RowChanged change = seen.event();
    return new FencedRow(
        seen, worker, Hold.of(subject, change.before()), Hold.of(subject, change.after()));
  }

  long seq() {
    return seen.seq();
  }

  String key() {
    return seen.event().key();
  }

  long commitLsn() {
    return seen.event().commitLsn();
  }

  boolean update() {
    return seen.event().operation() == RowOperation.UPDATE;
  }

  /** True when this change made its holder the holder, anew or with a higher token. */
  boolean claim() {
    return after != null
        && after.held()
        && (before == null
            || !before.held()
            || !Objects.equals(before.holder(), after.holder())
            || before.tokenBelow(after));
  }

  /** True when the change gave the row a higher token. */
  boolean raisesToken() {
    return before != null && after != null && before.tokenBelow(after);
  }

  /** True when state, holder or token differ. */
  boolean changesHold() {
    return !Objects.equals(before, after);
  }

  /** False when nothing but points in time differ, as when a heartbeat prolongs a lease. */
  boolean changesMoreThanTimes() {
    Map<String, String> was = seen.event().before();
    Map<String, String> is = seen.event().after();
    if (was == null || is == null) {
      return true;
    }
    Set<String> columns = new HashSet<>(was.keySet());
    columns.addAll(is.keySet());
    return columns.stream()
        .filter(column -> !Objects.equals(was.get(column), is.get(column)))
        .anyMatch(column -> !time(was.get(column)) || !time(is.get(column)));
  }

  private static boolean time(String value) {
    return value != null && TIME.matcher(value).matches();
  }

  /**
   * The columns of a row that matter for who holds it.
   *
   * @param role null when the table declares no state, or the state is not known to the subject
   */
  record Hold(Long token, String holder, String state, StateRole role, boolean held) {

    static Hold of(Subject subject, Map<String, String> row) {
      if (row == null) {
        return null;
      }
      Subject.Fencing fencing = subject.fencing();
      String holder = row.get(fencing.holder());
      String state = fencing.state() == null ? null : row.get(fencing.state());
      StateRole role = state == null ? null : subject.role(state).orElse(null);
      boolean held = holder != null && (fencing.state() == null || role == StateRole.ACTIVE);
      return new Hold(number(row.get(fencing.token())), holder, state, role, held);
    }

    /** False also when one of them is not known. */
    boolean tokenBelow(Hold other) {
      return token != null && other.token != null && token < other.token;
    }

    /** {@code worker-1 with token 3}. */
    String text() {
      return (holder == null ? "nobody" : holder) + " with token " + token;
    }
  }

  /** The value as a number, null when it is none. */
  static Long number(String text) {
    try {
      return text == null ? null : Long.valueOf(text.trim());
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
