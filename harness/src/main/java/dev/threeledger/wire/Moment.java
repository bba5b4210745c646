package dev.threeledger.wire;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event.RowChanged;
import java.util.List;

/**
 * A moment at which a tap can be made to hold, drop or replace a message.
 *
 * <p>{@code event} is the seq of the timeline event that stands for the moment.
 */
public sealed interface Moment {

  /** The worker whose connection this is. */
  String worker();

  /** {@code database} or the outside system. */
  String target();

  /**
   * Before: the message has not been forwarded. After: the answer arrived and has not been
   * forwarded.
   */
  Side side();

  /** Seq of the timeline event that stands for the moment. */
  long event();

  /** The tap's number for the connection; unique within a run and target kind. */
  long connection();

  /**
   * A statement: before it is forwarded to the server, or after its answer arrived (the answer is
   * held).
   *
   * <p>Before: the event is the StatementSent appended when the statement was decoded, although no
   * byte of it has been forwarded. A pipelined batch is held as a whole at its first matching
   * statement.
   *
   * @param command first word, lower case
   * @param table table named after INSERT INTO, UPDATE, DELETE FROM, MERGE INTO or COPY, without
   *     schema and quotes, or null
   */
  record Statement(
      String worker,
      Side side,
      long event,
      long connection,
      long transaction,
      String sql,
      List<String> parameters,
      String command,
      String table)
      implements Moment {
    @Override
    public String target() {
      return "database";
    }
  }

  /**
   * A commit: before it is forwarded (explicit COMMIT, or the Query or Sync that implies it), or
   * after ReadyForQuery arrived (its cycle's answer is held).
   *
   * @param statements those of the transaction
   * @param xid transaction id where it could be learnt, else null
   * @param tables written tables as far as known: before, from command tags and locks; after, from
   *     the change stream
   * @param rows after: the transaction's row changes, in order; before: empty
   */
  record Commit(
      String worker,
      Side side,
      long event,
      long connection,
      long transaction,
      boolean implied,
      List<Statement> statements,
      Long xid,
      List<String> tables,
      List<RowChanged> rows)
      implements Moment {
    @Override
    public String target() {
      return "database";
    }
  }

  /**
   * A request was received by the partner and matched; before: nothing decided. Only side BEFORE.
   */
  record Request(
      String worker,
      String target,
      Side side,
      long event,
      long connection,
      long request,
      String operation,
      String idempotencyKey,
      String key)
      implements Moment {}

  /**
   * The partner is about to apply the effect (before), or has (after). Not offered for a
   * deduplicated or refused request.
   */
  record Effect(
      String worker,
      String target,
      Side side,
      long event,
      long connection,
      long request,
      String operation,
      String idempotencyKey,
      String key)
      implements Moment {}

  /**
   * The answer is complete at the tap and no byte of it has left (before), or its last byte has
   * left (after).
   */
  record Answer(
      String worker,
      String target,
      Side side,
      long event,
      long connection,
      long request,
      String operation,
      String key,
      int status)
      implements Moment {}

  /**
   * The worker's answer to a trigger arrived; its caller has not seen it. Only side BEFORE. {@code
   * WITHHOLD}: the caller never sees it.
   *
   * @param event seq of TriggerSent
   * @param connection the trigger's number
   */
  record TriggerAnswer(
      String worker, Side side, long event, long connection, String key, int status)
      implements Moment {
    @Override
    public String target() {
      return "subject";
    }
  }

  /**
   * A trigger is about to leave for a worker (before), or its request has been written (after).
   * Before, {@code DISCARD}: it never leaves.
   *
   * @param connection the trigger's number
   */
  record Trigger(String worker, Side side, long event, long connection, String key)
      implements Moment {
    @Override
    public String target() {
      return "subject";
    }
  }
}
