package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.wire.Moment;
import java.util.List;
import java.util.Objects;

/**
 * Whether a moment is of the kind that a fault point names; occurrence and worker are counted
 * elsewhere.
 */
final class PointMatcher {
  private PointMatcher() {}

  /** True when kind, side and every condition but the worker and the occurrence hold. */
  static boolean matches(FaultPoint point, Side side, Moment moment, Subject subject) {
    if (moment.side() != side) {
      return false;
    }
    if (point instanceof FaultPoint.Statement wanted) {
      return moment instanceof Moment.Statement seen && statement(wanted, seen);
    }
    if (point instanceof FaultPoint.Commit wanted) {
      return moment instanceof Moment.Commit seen
          && commit(wanted, seen)
          && (wanted.state() == null || state(wanted, seen, subject));
    }
    if (point instanceof FaultPoint.Http wanted) {
      return http(wanted, moment);
    }
    FaultPoint.TriggerSent wanted = (FaultPoint.TriggerSent) point;
    return moment instanceof Moment.Trigger seen && any(wanted.key(), seen.key());
  }

  private static boolean statement(FaultPoint.Statement wanted, Moment.Statement seen) {
    return any(wanted.writes(), seen.table())
        && any(wanted.command(), seen.command())
        && (wanted.key() == null || KeyMention.in(seen, wanted.key()));
  }

  private static boolean commit(FaultPoint.Commit wanted, Moment.Commit seen) {
    if (seen.side() == Side.AFTER) {
      return wanted.wrote() == null
          ? wanted.key() == null || touchesKey(seen.rows(), null, wanted.key())
          : touchesKey(seen.rows(), wanted.wrote(), wanted.key());
    }
    return (wanted.wrote() == null || seen.tables().contains(wanted.wrote()))
        && (wanted.key() == null
            || seen.statements().stream()
                .filter(
                    statement -> wanted.wrote() == null || wanted.wrote().equals(statement.table()))
                .anyMatch(statement -> KeyMention.in(statement, wanted.key())));
  }

  private static boolean state(FaultPoint.Commit wanted, Moment.Commit seen, Subject subject) {
    return seen.side() == Side.AFTER
        ? seen.rows().stream().anyMatch(row -> NewState.in(row, wanted, subject))
        : seen.statements().stream()
            .anyMatch(s -> NewState.in(s.sql(), s.parameters(), wanted, subject));
  }

  private static boolean touchesKey(List<RowChanged> rows, String table, String key) {
    return rows.stream().anyMatch(row -> any(table, row.table()) && any(key, row.key()));
  }

  private static boolean http(FaultPoint.Http wanted, Moment moment) {
    return switch (wanted.at()) {
      case REQUEST ->
          moment instanceof Moment.Request seen
              && wanted.operation().equals(seen.operation())
              && any(wanted.key(), seen.key());
      case EFFECT ->
          moment instanceof Moment.Effect seen
              && wanted.operation().equals(seen.operation())
              && any(wanted.key(), seen.key());
      case ANSWER ->
          moment instanceof Moment.Answer seen
              && wanted.operation().equals(seen.operation())
              && any(wanted.key(), seen.key());
    };
  }

  /**
   * The business key that a moment is about: as planned, else as the moment shows it, else null.
   */
  static String key(FaultPoint point, Moment moment) {
    if (point.key() != null) {
      return point.key();
    }
    if (moment instanceof Moment.Commit commit) {
      return commit.rows().stream()
          .map(RowChanged::key)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
    if (moment instanceof Moment.Request request) {
      return request.key();
    }
    if (moment instanceof Moment.Effect effect) {
      return effect.key();
    }
    if (moment instanceof Moment.Answer answer) {
      return answer.key();
    }
    return moment instanceof Moment.Trigger trigger ? trigger.key() : null;
  }

  private static boolean any(String wanted, String seen) {
    return wanted == null || wanted.equals(seen);
  }
}
