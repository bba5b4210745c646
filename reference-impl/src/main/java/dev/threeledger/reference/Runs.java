package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code job_run}: what whoever holds a key changes, and how far it has come. Every
 * transition is one conditional update; none trusts what was read before. Leases and waits are set
 * and judged by the database's clock alone. How a key is come by: {@link Claims}.
 */
final class Runs {
  static final String BY_KEY = " WHERE key = ?";
  private static final String FENCE = " AND holder = ? AND fencing_token = ? AND status = ?";
  private static final String FENCE_OF_NOBODY = " AND holder = ? AND fencing_token = ?";
  static final String FROM_NOW = "clock_timestamp() + ? * interval '1 millisecond'";

  private final Database database;
  private final Settings settings;
  private final Defect defect;

  Runs(Database database, Settings settings) {
    this.database = database;
    this.settings = settings;
    this.defect = settings.defect();
  }

  static String millisUntil(String column) {
    return "(extract(epoch FROM " + column + " - clock_timestamp()) * 1000)::bigint";
  }

  /**
   * What a reader learns about a key.
   *
   * @param held somebody works on it, or did when the process died
   * @param attempts claims so far in this status: to work, or to undo
   * @param inputDigest of what the trigger said beyond the key; null: nothing
   */
  record State(
      String status,
      boolean held,
      String holder,
      long token,
      int attempts,
      long deadlineMillis,
      String inputDigest,
      Traceparent trace) {
    /** Whether this worker may be able to take it up. */
    boolean waits() {
      return status.equals("READY") || status.equals("RETRY_WAIT");
    }

    boolean undoing() {
      return status.equals("COMPENSATING");
    }

    boolean heldBy(Claim claim) {
      return holder.equals(claim.holder()) && token == claim.token();
    }
  }

  // ── Changes by the holder ──────────────────────────────────────────────────────────────────

  /** Prolongs the lease. */
  void renew(Connection c, Claim claim) throws SQLException {
    goOn(c, claim, "step = step");
  }

  /** Prolongs the lease and says what comes next. */
  void begin(Connection c, Claim claim, String step) throws SQLException {
    goOn(c, claim, "step = ?", step);
  }

  /** A change by a holder who goes on. */
  private void goOn(Connection c, Claim claim, String set, Object... values) throws SQLException {
    List<Object> all = new ArrayList<>(Arrays.asList(values));
    String lease = "";
    if (defect != Defect.NO_RENEWAL) {
      lease = ", lease_until = " + FROM_NOW;
      all.add(settings.lease().toMillis());
    }
    if (defect == Defect.REVIVES_FINISHED && revived(c, claim, set + lease, all)) {
      return;
    }
    change(c, claim, set + lease, all.toArray());
  }

  /** {@link Defect#REVIVES_FINISHED}. */
  private static boolean revived(Connection c, Claim claim, String set, List<Object> values)
      throws SQLException {
    List<Object> all = new ArrayList<>(values);
    all.add(claim.holder());
    all.add(claim.key().text());
    String sql =
        "UPDATE job_run SET "
            + set
            + ", status = 'RUNNING', finished_at = NULL, holder = ?"
            + BY_KEY
            + " AND status IN ('SUCCEEDED', 'COMPENSATED')";
    return Database.update(c, sql, all.toArray()) > 0;
  }

  private static final String SUCCEEDED =
      "status = 'SUCCEEDED', lease_until = NULL, error = NULL, finished_at = clock_timestamp()";

  /** RUNNING to SUCCEEDED. */
  void succeed(Connection c, Claim claim) throws SQLException {
    change(c, claim, SUCCEEDED);
  }

  /** {@link Defect#SEPARATE_COMPLETION}: whoever holds it, and whatever it is. */
  void succeedByKey(JobKey key) throws SQLException {
    database.direct(
        c -> Database.update(c, "UPDATE job_run SET " + SUCCEEDED + BY_KEY, key.text()));
  }

  /** {@link Defect#GUESSES_ROLLBACK}: whoever holds it, and whatever it is. */
  void failByKey(JobKey key) throws SQLException {
    String failed =
        "UPDATE job_run SET status = 'RETRY_WAIT', lease_until = NULL, finished_at = NULL,"
            + " next_attempt_at = clock_timestamp()";
    database.direct(c -> Database.update(c, failed + BY_KEY, key.text()));
  }

  /**
   * RUNNING to RETRY_WAIT.
   *
   * @param used false: the attempt is given back, since nothing was sent
   */
  void retryLater(Connection c, Claim claim, Duration wait, String error, boolean used)
      throws SQLException {
    release(
        c,
        claim,
        "status = 'RETRY_WAIT', lease_until = NULL, error = ?, attempts = attempts - ?,"
            + " next_attempt_at = "
            + FROM_NOW,
        Masking.of(error),
        used ? 0 : 1,
        wait.toMillis());
  }

  /** Why it is undone comes first, where that is known. */
  static final String REASON = " reason = coalesce(reason || '. ', '') || ?";

  /** RUNNING or COMPENSATING to MANUAL_REVIEW. */
  void review(Connection c, Claim claim, Review review, String error) throws SQLException {
    release(
        c,
        claim,
        "status = 'MANUAL_REVIEW', lease_until = NULL, finished_at = clock_timestamp(),"
            + REASON
            + ", owner = ?, remedy = ?, error = ?",
        Masking.of(review.reason()),
        review.ownerIn(defect),
        review.remedyIn(defect),
        Masking.of(error));
  }

  /**
   * RUNNING to COMPENSATING, by the same holder under the same token. From now on there is a tick's
   * time for repeated undos.
   */
  void compensate(Connection c, Claim claim, String error) throws SQLException {
    String masked = Masking.of(error);
    change(c, claim, COMPENSATING, masked, masked, settings.tick().toMillis());
  }

  static final String COMPENSATING =
      "status = 'COMPENSATING', undo_attempts = 1, reason = ?, error = ?, deadline = " + FROM_NOW;

  /**
   * COMPENSATING waits for the next attempt to undo.
   *
   * @param used false: the claim is given back, since nothing was sent
   */
  void undoLater(Connection c, Claim claim, Duration wait, String error, boolean used)
      throws SQLException {
    change(
        c,
        claim,
        "lease_until = NULL, error = ?, undo_attempts = undo_attempts - ?, next_attempt_at = "
            + FROM_NOW,
        Masking.of(error),
        used ? 0 : 1,
        wait.toMillis());
  }

  /** COMPENSATING to COMPENSATED. */
  void compensated(Connection c, Claim claim) throws SQLException {
    change(
        c,
        claim,
        "status = 'COMPENSATED', lease_until = NULL, error = NULL, finished_at = clock_timestamp()");
  }

  /** Gives back a claim with which nothing was begun. */
  void handBack(Claim claim) throws SQLException {
    database.direct(
        c -> {
          release(
              c,
              claim,
              (claim.undoing()
                      ? "undo_attempts = undo_attempts - 1"
                      : "status = 'RETRY_WAIT', attempts = attempts - 1")
                  + ", lease_until = NULL, next_attempt_at = clock_timestamp()");
          return null;
        });
  }

  /** A change by which the holder lets go of the key. */
  private void release(Connection c, Claim claim, String set, Object... values)
      throws SQLException {
    if (defect == Defect.UNLOCK_BY_NAME) {
      List<Object> all = new ArrayList<>(Arrays.asList(values));
      all.add(claim.key().text());
      String sql = "UPDATE job_run SET " + set + BY_KEY + " AND status = 'RUNNING'";
      Database.update(c, sql, all.toArray());
    } else {
      change(c, claim, set, values);
    }
  }

  private void change(Connection c, Claim claim, String set, Object... values) throws SQLException {
    List<Object> all = new ArrayList<>(Arrays.asList(values));
    all.add(claim.key().text());
    String sql = "UPDATE job_run SET " + set + BY_KEY;
    if (defect.fences()) {
      // without a claim in the row, its state says nothing about who works on it
      sql += defect == Defect.NO_STATE_CHANGE ? FENCE_OF_NOBODY : FENCE;
      all.add(claim.holder());
      all.add(claim.token());
      if (defect != Defect.NO_STATE_CHANGE) {
        all.add(claim.status());
      }
    }
    if (Database.update(c, sql, all.toArray()) == 0) {
      throw new LostClaim(claim);
    }
  }

  // ── Reading ────────────────────────────────────────────────────────────────────────────────

  Optional<State> read(JobKey key) throws SQLException {
    return database.direct(c -> read(c, key));
  }

  static Optional<State> read(Connection c, JobKey key) throws SQLException {
    String select =
        "SELECT status, lease_until IS NOT NULL, holder, fencing_token,"
            + " CASE status WHEN 'COMPENSATING' THEN undo_attempts ELSE attempts END, "
            + millisUntil("deadline")
            + ", input_digest, traceparent FROM job_run"
            + BY_KEY;
    return Database.rows(
            c,
            select,
            row ->
                new State(
                    row.getString(1),
                    row.getBoolean(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getInt(5),
                    row.getLong(6),
                    row.getString(7),
                    Traceparent.of(row.getString(8))),
            key.text())
        .stream()
        .findFirst();
  }
}
