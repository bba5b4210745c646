package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * What waits for a human: runs in MANUAL_REVIEW, each with reason, owner and remedy. A human who
 * has done the remedy replays the key: it waits again, due now, and the usual claim takes it, with
 * the same idempotency keys and the next fencing token.
 */
final class ManualQueue {
  private static final String REPLAY = "replay";

  private final Database database;
  private final Duration tick;
  private final Defect defect;

  ManualQueue(Database database, Duration tick, Defect defect) {
    this.database = database;
    this.tick = tick;
    this.defect = defect;
  }

  /**
   * One run that waits for a human.
   *
   * @param since when it was handed over
   * @param error last error, masked; null: none
   */
  record Entry(
      JobKey key,
      long tenant,
      OffsetDateTime since,
      String reason,
      String owner,
      String remedy,
      String error) {}

  /** All of them, longest waiting first. */
  List<Entry> list() throws SQLException {
    return database.direct(
        c ->
            Database.rows(
                c,
                "SELECT job, key, tenant_id, coalesce(finished_at, started_at), reason, owner,"
                    + " remedy, error FROM job_run WHERE status = 'MANUAL_REVIEW' ORDER BY 4, 2",
                row ->
                    new Entry(
                        new JobKey(row.getString(1), row.getString(2)),
                        row.getLong(3),
                        row.getObject(4, OffsetDateTime.class),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8))));
  }

  /** What became of a replay. */
  enum Outcome {
    /** The key waits again, and the audit says so. */
    REPLAYED,
    /** It was not in MANUAL_REVIEW, or somebody was faster; nothing was changed. */
    NOT_IN_REVIEW,
    /** Nobody knows this key. */
    UNKNOWN_KEY
  }

  /**
   * The outcome, and the state in which the key is now.
   *
   * @param state null for an unknown key
   */
  record Replayed(Outcome outcome, String state) {}

  /**
   * Replays a key; the audit is written in the same transaction, or nothing is.
   *
   * @param who asks for it; never blank
   * @param why what was done about the reason; never blank
   */
  Replayed replay(JobKey key, String who, String why) throws SQLException {
    return database.transaction(c -> replay(c, key, Masking.of(who), Masking.of(why)));
  }

  private Replayed replay(Connection c, JobKey key, String who, String why) throws SQLException {
    Optional<String> before = before(c, key);
    if (before.isEmpty()) {
      return new Replayed(Outcome.UNKNOWN_KEY, null);
    }
    Optional<String[]> after = renew(c, key);
    if (after.isEmpty()) {
      return new Replayed(Outcome.NOT_IN_REVIEW, state(c, key));
    }
    SagaSteps.undoAgain(c, key);
    if (defect != Defect.REPLAY_WITHOUT_AUDIT) {
      Database.update(
          c,
          "INSERT INTO manual_audit (key, who, why, action, before, after)"
              + " VALUES (?, ?, ?, ?, ?::jsonb, ?::jsonb)",
          key.text(),
          who,
          why,
          REPLAY,
          before.get(),
          after.get()[1]);
    }
    return new Replayed(Outcome.REPLAYED, after.get()[0]);
  }

  /** The row as it is, locked: of two replays one waits here, and then finds it changed. */
  private static Optional<String> before(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c,
            "SELECT to_jsonb(r)::text FROM job_run r WHERE key = ? AND job = ? FOR UPDATE",
            row -> row.getString(1),
            key.text(),
            key.job())
        .stream()
        .findFirst();
  }

  /** The new state, and the row as it is now; empty: it was not in MANUAL_REVIEW. */
  private Optional<String[]> renew(Connection c, JobKey key) throws SQLException {
    String update =
        "UPDATE job_run r SET"
            + " status = CASE WHEN undo_attempts > 0 THEN 'COMPENSATING' ELSE 'RETRY_WAIT' END,"
            + " attempts = 0, undo_attempts = 0, next_attempt_at = clock_timestamp(),"
            + " deadline = clock_timestamp() + ? * interval '1 millisecond', lease_until = NULL,"
            + " finished_at = NULL, reason = NULL, owner = NULL, remedy = NULL"
            + " WHERE key = ? AND job = ?"
            + (defect == Defect.REPLAY_ANY_STATE ? "" : " AND status = 'MANUAL_REVIEW'")
            + " RETURNING status, to_jsonb(r)::text";
    return Database.rows(
            c,
            update,
            row -> new String[] {row.getString(1), row.getString(2)},
            tick.toMillis(),
            key.text(),
            key.job())
        .stream()
        .findFirst();
  }

  private static String state(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c, "SELECT status FROM job_run WHERE key = ?", row -> row.getString(1), key.text())
        .get(0);
  }
}
