package dev.threeledger.reference;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heartbeat: prolongs the leases of what this worker has in hand, three times per lease, until
 * the work has ended, also during shutdown.
 */
final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  private final Database database;
  private final Runs runs;
  private final Map<String, Claim> inHand = new ConcurrentHashMap<>(); // by holder
  private final ScheduledExecutorService heartbeat =
      Executors.newSingleThreadScheduledExecutor(Threads.named("heartbeat"));

  Leases(Database database, Runs runs, Duration lease) {
    this.database = database;
    this.runs = runs;
    long period = Math.max(1, lease.toMillis() / 3);
    heartbeat.scheduleWithFixedDelay(this::beat, period, period, TimeUnit.MILLISECONDS);
  }

  void keep(Claim claim) {
    inHand.put(claim.holder(), claim);
  }

  void letGo(Claim claim) {
    inHand.remove(claim.holder());
  }

  boolean holds(JobKey key) {
    return inHand.values().stream().anyMatch(claim -> claim.key().equals(key));
  }

  private void beat() {
    inHand.values().forEach(this::prolong);
  }

  private void prolong(Claim claim) {
    try {
      database.direct(
          c -> {
            runs.renew(c, claim);
            return null;
          });
    } catch (LostClaim e) {
      // Ended meanwhile, or taken over. The work meets the fence by itself at its next step.
      // By value: it may have turned to undoing meanwhile, which is beaten for next time.
      inHand.remove(claim.holder(), claim);
    } catch (SQLException e) {
      LOG.warn("{}: lease not prolonged: {}", claim, Errors.masked(e));
    } catch (RuntimeException e) {
      LOG.error("{}: heartbeat: {}", claim, e.toString()); // a throw would end the schedule
    }
  }

  @Override
  public void close() {
    heartbeat.shutdownNow();
  }
}
