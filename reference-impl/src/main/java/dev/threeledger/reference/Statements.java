package dev.threeledger.reference;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The business tables of the statement job; its keys are tenant and last day of the period. */
final class Statements {
  private Statements() {}

  /** The key of a tenant's statement. */
  static JobKey key(long tenant, LocalDate date) {
    return new JobKey(StatementJob.NAME, tenant + "/" + date);
  }

  static long tenant(JobKey key) {
    return Long.parseLong(key.part(0));
  }

  static LocalDate date(JobKey key) {
    return LocalDate.parse(key.part(1));
  }

  /** Keys of closed periods that nobody has started, oldest first. */
  static List<JobKey> notStarted(Connection c, int most) throws SQLException {
    return Database.rows(
        c,
        "SELECT t.tenant_id, p.statement_date FROM billing_period p JOIN tenant t ON t.billable"
            + " WHERE p.settled_at IS NULL AND p.closes_at <= clock_timestamp()"
            + " AND NOT EXISTS (SELECT FROM job_run r"
            + " WHERE r.key = t.tenant_id || '/' || p.statement_date)"
            + " ORDER BY p.statement_date, t.tenant_id LIMIT ?",
        row -> key(row.getLong(1), row.getObject(2, LocalDate.class)),
        most);
  }

  /** Posts the statement from the month's usage, once; false when there is nothing to bill. */
  static boolean post(Connection c, JobKey key) throws SQLException {
    Database.update(
        c,
        "INSERT INTO statement (tenant_id, statement_date, amount)"
            + " SELECT ?, ?, sum(amount) FROM usage_line WHERE tenant_id = ?"
            + " AND day BETWEEN date_trunc('month', ?::date)::date AND ?"
            + " HAVING sum(amount) > 0 ON CONFLICT DO NOTHING",
        tenant(key),
        date(key),
        tenant(key),
        date(key),
        date(key));
    return amount(c, key).isPresent();
  }

  /** What the month's usage comes to, posted or not; empty: nothing to bill. */
  static Optional<BigDecimal> due(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c,
            "SELECT sum(amount) FROM usage_line WHERE tenant_id = ?"
                + " AND day BETWEEN date_trunc('month', ?::date)::date AND ? HAVING sum(amount) > 0",
            row -> row.getBigDecimal(1),
            tenant(key),
            date(key),
            date(key))
        .stream()
        .findFirst();
  }

  /** {@link Defect#PERSIST_BEFORE_DISPATCH}: all closed periods count as settled. */
  static Void settle(Connection c) throws SQLException {
    Database.update(
        c,
        "UPDATE billing_period SET settled_at = clock_timestamp()"
            + " WHERE settled_at IS NULL AND closes_at <= clock_timestamp()");
    return null;
  }

  /** The posted amount: the one that is charged, whatever the usage says by now. */
  static Optional<BigDecimal> amount(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c,
            "SELECT amount FROM statement WHERE tenant_id = ? AND statement_date = ?",
            row -> row.getBigDecimal(1),
            tenant(key),
            date(key))
        .stream()
        .findFirst();
  }

  /** Enters the partner's id of the charge. */
  static void charged(Connection c, JobKey key, String chargeId) throws SQLException {
    Database.update(
        c,
        "UPDATE statement SET charge_id = ? WHERE tenant_id = ? AND statement_date = ?",
        chargeId,
        tenant(key),
        date(key));
  }
}
