package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code job_run}: who holds which key, and how far it has come. Every transition is one
 * conditional update; none trusts what was read before. Leases and waits are set and judged by the
 * database's clock alone.
 */
final class Runs {
  private static final String BY_KEY = " WHERE key = ?";
  private static final String FENCE =
      " AND holder = ? AND fencing_token = ? AND status = 'RUNNING'";
  private static final String CLAIMED =
      " RETURNING fencing_token, attempts, " + millisUntil("deadline") + " AS deadline_millis";
  private static final String FROM_NOW = "clock_timestamp() + ? * interval '1 millisecond'";

  private final Database database;
  private final Settings settings;
  private final Defect defect;

  Runs(Database database, Settings settings) {
    this.database = database;
    this.settings = settings;
    this.defect = settings.defect();
  }

  private static String millisUntil(String column) {
    return "(extract(epoch FROM " + column + " - clock_timestamp()) * 1000)::bigint";
  }

  /** What a reader learns about a key. */
  record State(String status, String holder, long token, int attempts, long deadlineMillis) {
    boolean heldBy(Claim claim) {
      return holder.equals(claim.holder()) && token == claim.token();
    }
  }

  /**
   * A key that this worker could pick up.
   *
   * @param in how long until then; zero: now
   * @param exhausted its holder died on the last permitted attempt
   */
  record Open(JobKey key, Duration in, boolean exhausted) {}

  // ── Claiming ───────────────────────────────────────────────────────────────────────────────

  /** Claims a key that nobody has started; empty when it was started, or has no origin. */
  Optional<Claim> start(JobKey key, Job.Origin origin, String holder) throws SQLException {
    String insert =
        "INSERT INTO job_run (key, job, tenant_id, status, fencing_token, holder,"
            + " lease_until, attempts, started_at, deadline)"
            + " SELECT ?, ?, tenant_id, 'RUNNING', 1, ?, "
            + FROM_NOW
            + ", 1, clock_timestamp(), "
            + FROM_NOW
            + " FROM ("
            + origin.sql()
            + ") origin ON CONFLICT DO NOTHING"
            + CLAIMED;
    List<Object> values = new ArrayList<>();
    values.add(key.text());
    values.add(key.job());
    values.add(holder);
    values.add(settings.lease().toMillis());
    values.add(settings.tick().toMillis());
    values.addAll(origin.values());
    long asked = System.nanoTime();
    return database.direct(
        c -> {
          if (!defect.insertDecides() && read(c, key).isPresent()) {
            return Optional.empty();
          }
          return Database.rows(c, insert, row -> claim(row, key, holder, asked), values.toArray())
              .stream()
              .findFirst();
        });
  }

  /**
   * Claims a key whose wait is over or whose holder is gone, with the next token; empty when there
   * is nothing to pick up, or somebody was faster.
   */
  Optional<Claim> resume(JobKey key, String holder) throws SQLException {
    String update =
        "UPDATE job_run SET status = 'RUNNING', fencing_token = fencing_token + 1,"
            + " attempts = attempts + 1, next_attempt_at = NULL, holder = ?, lease_until = "
            + FROM_NOW
            + BY_KEY
            + (defect.fences() ? " AND (" + due() + ")" : "")
            + (defect.boundsRetries() ? " AND attempts < " + settings.maxAttempts() : "")
            + CLAIMED;
    long asked = System.nanoTime();
    return database.direct(
        c -> {
          if (!defect.fences() && !isDue(c, key)) {
            return Optional.empty();
          }
          return Database.rows(
                  c,
                  update,
                  row -> claim(row, key, holder, asked),
                  holder,
                  settings.lease().toMillis(),
                  key.text())
              .stream()
              .findFirst();
        });
  }

  /** {@link Defect#UNCONDITIONAL_UPDATE}: looks, and then updates whatever is there. */
  private boolean isDue(Connection c, JobKey key) throws SQLException {
    String select = "SELECT 1 FROM job_run" + BY_KEY + " AND (" + due() + ")";
    return !Database.rows(c, select, row -> 1, key.text()).isEmpty();
  }

  private String due() {
    String waited = "status = 'RETRY_WAIT' AND next_attempt_at <= clock_timestamp()";
    String abandoned = "status = 'RUNNING' AND lease_until < clock_timestamp()";
    return defect.takesOver() ? waited + " OR " + abandoned : waited;
  }

  private static Claim claim(ResultSet row, JobKey key, String holder, long asked)
      throws SQLException {
    long deadline = asked + row.getLong("deadline_millis") * 1_000_000;
    return new Claim(key, holder, row.getLong("fencing_token"), row.getInt("attempts"), deadline);
  }

  /** After a lost answer: the claim, if it was committed for this holder. */
  Optional<Claim> claimOf(JobKey key, String holder) throws SQLException {
    long asked = System.nanoTime();
    return read(key)
        .filter(state -> state.holder().equals(holder) && state.status().equals("RUNNING"))
        .map(
            s ->
                new Claim(
                    key, holder, s.token(), s.attempts(), asked + s.deadlineMillis() * 1_000_000));
  }

  // ── Changes by the holder ──────────────────────────────────────────────────────────────────

  /** Prolongs the lease. */
  void renew(Connection c, Claim claim) throws SQLException {
    change(c, claim, "lease_until = " + FROM_NOW, settings.lease().toMillis());
  }

  /** Prolongs the lease and says what comes next. */
  void begin(Connection c, Claim claim, String step) throws SQLException {
    change(c, claim, "step = ?, lease_until = " + FROM_NOW, step, settings.lease().toMillis());
  }

  /** RUNNING to SUCCEEDED. */
  void succeed(Connection c, Claim claim) throws SQLException {
    change(
        c,
        claim,
        "status = 'SUCCEEDED', lease_until = NULL, error = NULL, finished_at = clock_timestamp()");
  }

  /** RUNNING to RETRY_WAIT. */
  void retryLater(Connection c, Claim claim, Duration wait, String error) throws SQLException {
    change(
        c,
        claim,
        "status = 'RETRY_WAIT', lease_until = NULL, error = ?, next_attempt_at = " + FROM_NOW,
        error,
        wait.toMillis());
  }

  /** RUNNING to MANUAL_REVIEW. */
  void review(Connection c, Claim claim, Review review, String error) throws SQLException {
    change(
        c,
        claim,
        "status = 'MANUAL_REVIEW', lease_until = NULL, finished_at = clock_timestamp(),"
            + " reason = ?, owner = ?, remedy = ?, error = ?",
        review.reason(),
        review.owner(),
        review.remedy(),
        error);
  }

  /** Gives back a claim with which nothing was begun. */
  void handBack(Claim claim) throws SQLException {
    database.direct(
        c -> {
          change(
              c,
              claim,
              "status = 'RETRY_WAIT', lease_until = NULL, attempts = attempts - 1,"
                  + " next_attempt_at = clock_timestamp()");
          return null;
        });
  }

  private void change(Connection c, Claim claim, String set, Object... values) throws SQLException {
    List<Object> all = new ArrayList<>(Arrays.asList(values));
    all.add(claim.key().text());
    String sql = "UPDATE job_run SET " + set + BY_KEY;
    if (defect.fences()) {
      sql += FENCE;
      all.add(claim.holder());
      all.add(claim.token());
    }
    if (Database.update(c, sql, all.toArray()) == 0) {
      throw new LostClaim(claim);
    }
  }

  /** A key whose holder died on the last permitted attempt goes to a human. True: it was us. */
  boolean reviewExhausted(JobKey key, String holder, Review review) throws SQLException {
    String update =
        "UPDATE job_run SET status = 'MANUAL_REVIEW', fencing_token = fencing_token + 1,"
            + " holder = ?, lease_until = NULL, finished_at = clock_timestamp(),"
            + " reason = ?, owner = ?, remedy = ?"
            + BY_KEY
            + " AND status = 'RUNNING' AND lease_until < clock_timestamp() AND attempts >= ?";
    return database.direct(
        c ->
            Database.update(
                    c,
                    update,
                    holder,
                    review.reason(),
                    review.owner(),
                    review.remedy(),
                    key.text(),
                    settings.maxAttempts())
                > 0);
  }

  // ── Reading ────────────────────────────────────────────────────────────────────────────────

  Optional<State> read(JobKey key) throws SQLException {
    return database.direct(c -> read(c, key));
  }

  private static Optional<State> read(Connection c, JobKey key) throws SQLException {
    String select =
        "SELECT status, holder, fencing_token, attempts, "
            + millisUntil("deadline")
            + " FROM job_run"
            + BY_KEY;
    return Database.rows(
            c,
            select,
            row ->
                new State(
                    row.getString(1),
                    row.getString(2),
                    row.getLong(3),
                    row.getInt(4),
                    row.getLong(5)),
            key.text())
        .stream()
        .findFirst();
  }

  /** Keys whose wait or lease ends within that time, or has ended, earliest first. */
  List<Open> open(Duration within, int most) throws SQLException {
    String running = defect.takesOver() ? "'RUNNING', " : "";
    String select =
        "SELECT key, job, "
            + millisUntil("due_at")
            + " AS due_millis, exhausted FROM (SELECT key, job,"
            + " CASE status WHEN 'RUNNING' THEN lease_until ELSE next_attempt_at END AS due_at,"
            + " status = 'RUNNING' AND attempts >= ? AS exhausted FROM job_run"
            + " WHERE status IN ("
            + running
            + "'RETRY_WAIT')) open WHERE due_at < "
            + FROM_NOW
            + " ORDER BY due_at LIMIT ?";
    int attempts = defect.boundsRetries() ? settings.maxAttempts() : Integer.MAX_VALUE;
    return database.direct(
        c ->
            Database.rows(
                c,
                select,
                row ->
                    new Open(
                        new JobKey(row.getString("job"), row.getString("key")),
                        Duration.ofMillis(Math.max(0, row.getLong("due_millis"))),
                        row.getBoolean("exhausted")),
                attempts,
                within.toMillis(),
                most));
  }
}
