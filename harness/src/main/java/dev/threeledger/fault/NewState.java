package dev.threeledger.fault;

import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.RowChanged;
import java.util.List;
import java.util.Objects;

/**
 * Whether a row of the fencing table comes to a state of the role that a point names.
 *
 * <p>After a commit the change stream tells: the state is of that role, and it was another before.
 * Before it nobody but the transaction itself can see the row. Then a statement counts that writes
 * a state of that role as a plain value ({@link WrittenValues}) and is about the key. One that
 * writes a state by an expression, or leaves it as it is, is never taken for it; a trigger of the
 * database that changes what was written is out of sight.
 */
final class NewState {
  private NewState() {}

  /** After a commit. True also for an inserted row. */
  static boolean in(RowChanged row, FaultPoint.Commit point, Subject subject) {
    String column = subject.fencing().state();
    String state = row.after() == null ? null : row.after().get(column);
    String before = row.before() == null ? null : row.before().get(column);
    return row.table().equals(point.wrote())
        && (point.key() == null || point.key().equals(row.key()))
        && isOf(point, state, subject)
        && !Objects.equals(state, before);
  }

  /** Before a commit, of one of the transaction's statements. */
  static boolean in(String sql, List<String> parameters, FaultPoint.Commit point, Subject subject) {
    return (point.key() == null || KeyMention.in(sql, parameters, point.key()))
        && WrittenValues.of(sql, parameters, point.wrote(), subject.fencing().state()).stream()
            .anyMatch(state -> isOf(point, state, subject));
  }

  private static boolean isOf(FaultPoint.Commit point, String state, Subject subject) {
    return state != null && subject.role(state).filter(point.state()::equals).isPresent();
  }
}
