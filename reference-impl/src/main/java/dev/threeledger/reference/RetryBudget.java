package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * How many repeated attempts all keys of a job may make in a tick, over all workers: a bucket of
 * tokens, one row per job. Half of the budget is what the bucket holds, half is what a tick fills
 * in, so that no stretch of time as long as a tick sees more than the budget.
 */
final class RetryBudget {
  private static final String FILLED =
      "least(?::float8, b.tokens + greatest(0, extract(epoch FROM n.at - b.filled_at))"
          + " * 1000 * ?::float8 / ?)";

  private final double holds;
  private final double perTick;
  private final long tickMillis;
  private final boolean binding;

  /**
   * For one setting.
   *
   * @param budget repeats per tick, at least 1
   */
  RetryBudget(int budget, Duration tick, Defect defect) {
    holds = Math.max(1, budget / 2);
    // of a budget of one, the bucket holds it; half a token a tick, else two could meet in one
    perTick = budget == 1 ? 0.5 : budget - holds;
    tickMillis = tick.toMillis();
    binding = defect != Defect.NO_RETRY_BUDGET;
  }

  /**
   * Takes a token for a repeat, together with the transaction that claims the key: rolled back, it
   * was never taken. False: there is none now.
   */
  boolean take(Connection c, String job) throws SQLException {
    if (!binding) {
      return true;
    }
    Database.update(
        c,
        "INSERT INTO retry_budget (job, tokens, filled_at) VALUES (?, ?, clock_timestamp())"
            + " ON CONFLICT DO NOTHING",
        job,
        holds);
    // One clock reading for all: a second one could fill the same moment twice. It was read before
    // the row's lock was had, hence greatest(): the clock of the row never runs back.
    String update =
        "UPDATE retry_budget b SET tokens = "
            + FILLED
            + " - 1, filled_at = greatest(b.filled_at, n.at)"
            + " FROM (SELECT clock_timestamp() AS at) n WHERE b.job = ? AND "
            + FILLED
            + " >= 1";
    return Database.update(c, update, holds, perTick, tickMillis, job, holds, perTick, tickMillis)
        == 1;
  }

  /** Gives a token back: nothing was sent after all. */
  void giveBack(Connection c, String job) throws SQLException {
    if (binding) {
      Database.update(
          c,
          "UPDATE retry_budget SET tokens = least(?::float8, tokens + 1) WHERE job = ?",
          holds,
          job);
    }
  }

  /** About when the next token is there. */
  Duration nextToken() {
    return Duration.ofMillis(Math.max(1, (long) (tickMillis / perTick)));
  }
}
