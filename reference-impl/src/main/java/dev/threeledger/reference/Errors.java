package dev.threeledger.reference;

import java.sql.SQLException;

/** Errors as they may stand in logs and records. */
final class Errors {
  private Errors() {}

  /** State and kind only: a driver's message may carry values of rows, names and addresses. */
  static String masked(SQLException e) {
    return e.getClass().getSimpleName() + " " + e.getSQLState();
  }
}
