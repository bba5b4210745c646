package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The table {@code step_log}: the intent before each outside call, and what came of it. An intent
 * without a result is a call that may have happened.
 */
final class StepLog {

  /**
   * What is known of earlier requests of a step.
   *
   * @param begun there was one
   * @param maybeSent at least one may have arrived
   * @param byThisClaim the holder itself began one
   */
  record Trace(boolean begun, boolean maybeSent, boolean byThisClaim) {
    static final Trace NONE = new Trace(false, false, false);
  }

  private StepLog() {}

  /** Notes an intent, or nothing when this claim has noted it already. */
  static void begin(Connection c, Claim claim, String step, String requestKey, String digest)
      throws SQLException {
    Database.update(
        c,
        "INSERT INTO step_log (key, fencing_token, step, attempt, request_id, input_digest,"
            + " traceparent) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        claim.key().text(),
        claim.token(),
        step,
        claim.attempt(),
        requestKey,
        digest,
        Tracing.announced());
  }

  /** Notes what came of this claim's own request; without effect when it began none. */
  static void end(Connection c, Claim claim, String step, StepResult result, String error)
      throws SQLException {
    end(c, claim, step, result, null, error);
  }

  /**
   * Notes that the step has happened. Requests of earlier claims stay as they are noted: which of
   * them did it is the partner's to know.
   */
  static void done(Connection c, Claim claim, String step, String requestKey, String externalId)
      throws SQLException {
    if (end(c, claim, step, StepResult.DONE, externalId, null) == 0) {
      begin(c, claim, step, requestKey, null); // found by asking, nothing sent
      end(c, claim, step, StepResult.DONE, externalId, null);
    }
  }

  private static int end(
      Connection c, Claim claim, String step, StepResult result, String externalId, String error)
      throws SQLException {
    return Database.update(
        c,
        "UPDATE step_log SET result = ?, external_id = ?, error = ? WHERE key = ?"
            + " AND fencing_token = ? AND step = ?",
        result.name(),
        externalId,
        Masking.of(error),
        claim.key().text(),
        claim.token(),
        step);
  }

  static Trace trace(Connection c, Claim claim, String step) throws SQLException {
    String select =
        "SELECT count(*) > 0,"
            + " count(*) FILTER (WHERE result IS NULL OR result IN ('UNKNOWN', 'DONE')) > 0,"
            + " count(*) FILTER (WHERE fencing_token = ?) > 0"
            + " FROM step_log WHERE key = ? AND step = ?";
    return Database.rows(
            c,
            select,
            row -> new Trace(row.getBoolean(1), row.getBoolean(2), row.getBoolean(3)),
            claim.token(),
            claim.key().text(),
            step)
        .get(0);
  }
}
