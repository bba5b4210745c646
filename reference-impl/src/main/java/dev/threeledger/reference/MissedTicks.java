package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The statement job's periods that closed while nobody ran. The latest few of a tenant are made up;
 * what is older is not skipped in silence: it is recorded as a run that waits for a human, who may
 * replay it.
 */
final class MissedTicks {
  private static final String REASON = "missed ticks";

  private MissedTicks() {}

  /**
   * Records what is too old, before anything is started. By age among the closed periods, started
   * or not: however many workers look, and whatever they have started, each comes to the same.
   *
   * @param catchUp latest closed periods of a tenant that are made up
   * @return the keys that were recorded now
   */
  static List<JobKey> record(Connection c, int catchUp) throws SQLException {
    String insert =
        "INSERT INTO job_run (key, job, tenant_id, status, fencing_token, holder, attempts,"
            + " started_at, deadline, finished_at, reason, owner, remedy)"
            + " SELECT tenant_id || '/' || statement_date, ?, tenant_id, 'MANUAL_REVIEW', 0, '',"
            + " 0, clock_timestamp(), clock_timestamp(), clock_timestamp(), ?, ?, ?"
            + " FROM (SELECT t.tenant_id, p.statement_date, row_number() OVER"
            + " (PARTITION BY t.tenant_id ORDER BY p.statement_date DESC) AS age"
            + " FROM billing_period p JOIN tenant t ON t.billable"
            + " WHERE p.settled_at IS NULL AND p.closes_at <= clock_timestamp()) closed"
            + " WHERE age > ? AND NOT EXISTS (SELECT FROM job_run r"
            + " WHERE r.key = tenant_id || '/' || statement_date)"
            + " ORDER BY statement_date, tenant_id ON CONFLICT DO NOTHING RETURNING key";
    Review review =
        Review.usedUp(
            REASON + ": older than the latest " + catchUp + " periods, which are made up",
            "See whether the period is still to be billed. If so, replay it; if not, leave it, and"
                + " enter the period as settled.");
    return Database.rows(
        c,
        insert,
        row -> new JobKey(StatementJob.NAME, row.getString(1)),
        StatementJob.NAME,
        review.reason(),
        review.owner(),
        review.remedy(),
        catchUp);
  }
}
