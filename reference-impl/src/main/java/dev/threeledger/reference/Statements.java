package dev.threeledger.reference;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The business table {@code statement}. */
final class Statements {
  private Statements() {}

  /** Posts the statement from the month's usage, once; false when there is nothing to bill. */
  static boolean post(Connection c, JobKey key) throws SQLException {
    Database.update(
        c,
        "INSERT INTO statement (tenant_id, statement_date, amount)"
            + " SELECT ?, ?, sum(amount) FROM usage_line WHERE tenant_id = ?"
            + " AND day BETWEEN date_trunc('month', ?::date)::date AND ?"
            + " HAVING sum(amount) > 0 ON CONFLICT DO NOTHING",
        key.tenantId(),
        key.statementDate(),
        key.tenantId(),
        key.statementDate(),
        key.statementDate());
    return amount(c, key).isPresent();
  }

  /** The posted amount: the one that is charged, whatever the usage says by now. */
  static Optional<BigDecimal> amount(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c,
            "SELECT amount FROM statement WHERE tenant_id = ? AND statement_date = ?",
            row -> row.getBigDecimal(1),
            key.tenantId(),
            key.statementDate())
        .stream()
        .findFirst();
  }

  /** Enters the partner's id of the charge. */
  static void charged(Connection c, JobKey key, String chargeId) throws SQLException {
    Database.update(
        c,
        "UPDATE statement SET charge_id = ? WHERE tenant_id = ? AND statement_date = ?",
        chargeId,
        key.tenantId(),
        key.statementDate());
  }
}
