package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The table {@code saga_step}: for each step that may have happened, how it is undone and whether
 * that was done. Written together with a change of the run, so that only its holder writes here.
 */
final class SagaSteps {

  /** How far a step and its undo have come. */
  enum State {
    /** It may have happened. */
    BEGUN,
    /** It has happened. */
    DONE,
    /** It surely has not: there is nothing to undo. */
    NOT_DONE,
    /** It was undone, or can no more happen. */
    UNDONE,
    /** Nobody tries any more; a human must. */
    UNDO_FAILED
  }

  /**
   * A registered step.
   *
   * @param externalId the partner's name for the effect; null: not known
   * @param undoAttempts begun so far
   * @param error of the last one; null: none
   */
  record Registered(State state, String externalId, int undoAttempts, String error) {
    boolean mayHold() {
      return state == State.BEGUN || state == State.DONE;
    }
  }

  private SagaSteps() {}

  /** Registers the undo of a step, once. */
  static void register(Connection c, JobKey key, SagaStep step, int position, Order order)
      throws SQLException {
    Database.update(
        c,
        "INSERT INTO saga_step (key, step, position, state, request_id, undo_request_id)"
            + " VALUES (?, ?, ?, 'BEGUN', ?, ?) ON CONFLICT DO NOTHING",
        key.text(),
        step.name(),
        position,
        step.requestKey(order.reference()),
        step.undoKey(order.reference()));
  }

  static void done(Connection c, JobKey key, SagaStep step, String externalId) throws SQLException {
    set(c, key, step, "state = 'DONE', external_id = ?", externalId);
  }

  static void notDone(Connection c, JobKey key, SagaStep step) throws SQLException {
    set(c, key, step, "state = 'NOT_DONE'");
  }

  /** One more attempt to undo is about to be made. */
  static void undoBegun(Connection c, JobKey key, SagaStep step) throws SQLException {
    set(c, key, step, "undo_attempts = undo_attempts + 1");
  }

  /** The attempt was none: nothing left this process. */
  static void undoHeldBack(Connection c, JobKey key, SagaStep step) throws SQLException {
    set(c, key, step, "undo_attempts = undo_attempts - 1");
  }

  /**
   * It was undone.
   *
   * @param undoId the partner's name for the undo; null: there was nothing to undo
   */
  static void undone(Connection c, JobKey key, SagaStep step, String undoId) throws SQLException {
    set(c, key, step, "state = 'UNDONE', error = NULL, undo_id = ?", undoId);
  }

  /** The undo is left to a human. */
  static void undoFailed(Connection c, JobKey key, SagaStep step, String error)
      throws SQLException {
    set(c, key, step, "state = 'UNDO_FAILED', error = ?", Masking.of(error));
  }

  /** A human has removed the cause: undos that failed may be tried again, as often as at first. */
  static void undoAgain(Connection c, JobKey key) throws SQLException {
    Database.update(
        c,
        "UPDATE saga_step SET undo_attempts = 0,"
            + " state = CASE WHEN external_id IS NULL THEN 'BEGUN' ELSE 'DONE' END"
            + " WHERE key = ? AND state = 'UNDO_FAILED'",
        key.text());
  }

  private static void set(Connection c, JobKey key, SagaStep step, String set, String... values)
      throws SQLException {
    Object[] all = new Object[values.length + 2];
    System.arraycopy(values, 0, all, 0, values.length);
    all[values.length] = key.text();
    all[values.length + 1] = step.name();
    Database.update(c, "UPDATE saga_step SET " + set + " WHERE key = ? AND step = ?", all);
  }

  /** What is registered, by name of the step, in the order of the steps. */
  static Map<String, Registered> of(Connection c, JobKey key) throws SQLException {
    Map<String, Registered> steps = new LinkedHashMap<>();
    Database.rows(
        c,
        "SELECT step, state, external_id, undo_attempts, error FROM saga_step WHERE key = ?"
            + " ORDER BY position",
        row ->
            steps.put(
                row.getString(1),
                new Registered(
                    State.valueOf(row.getString(2)),
                    row.getString(3),
                    row.getInt(4),
                    row.getString(5))),
        key.text());
    return steps;
  }
}
