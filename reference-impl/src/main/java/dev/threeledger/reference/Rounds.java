package dev.threeledger.reference;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker's own clock. Every tick it starts what is due of each job and nobody has started;
 * twice per lease it looks for waits and leases that end before the next look, and plans each for
 * its very moment. All workers do the same; the claim decides.
 */
final class Rounds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  private static final int MOST_PER_ROUND = 200;

  private final Claims claims;
  private final Executor executor;
  private final Duration look;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Threads.named("rounds"));

  Rounds(Claims claims, Executor executor, Settings settings) {
    this.claims = claims;
    this.executor = executor;
    this.look = shorter(settings.tick(), settings.lease().dividedBy(2));
    every(settings.tick(), executor::startDue);
    every(look, this::resumeOpen);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private interface Round {
    void run() throws SQLException;
  }

  private void every(Duration period, Round round) {
    Runnable guarded =
        () -> {
          try {
            round.run();
          } catch (SQLException e) {
            LOG.warn("round: {}; the next one looks again", Errors.masked(e));
          } catch (RuntimeException e) {
            LOG.error("round: {}", e.toString()); // a throw would end the schedule
          }
        };
    clock.scheduleWithFixedDelay(guarded, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Each wait or lease that ends before the next look gets a look of its own, at its moment. */
  private void resumeOpen() throws SQLException {
    for (Claims.Open open : claims.open(look, MOST_PER_ROUND)) {
      if (executor.hasInHand(open.key())) {
        continue;
      }
      Duration moment = open.in().plusMillis(1); // the database's millisecond is rounded down
      if (open.exhausted()) {
        executor.giveUp(open.key(), moment);
      } else {
        executor.lookIn(moment);
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
