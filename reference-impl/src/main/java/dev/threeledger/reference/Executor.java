package dev.threeledger.reference;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings keys to their end: claims, works, records what follows a failure. Calls, ticks, retries
 * and take-overs all come through the same claim, so that any of them may overlap.
 */
final class Executor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Executor.class);
  private static final int THREADS = 4;
  private static final int MOST_TROUBLES = 3;

  private final Jobs jobs;
  private final Database database;
  private final Runs runs;
  private final Leases leases;
  private final RetryPolicy policy;
  private final Settings settings;
  private final Set<String> planned = ConcurrentHashMap.newKeySet(); // keys as texts
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS, Threads.named("work"));
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(Threads.named("later"));
  private volatile boolean stopping;

  Executor(Jobs jobs, Database database, Runs runs, Leases leases, Settings settings) {
    this.jobs = jobs;
    this.database = database;
    this.runs = runs;
    this.leases = leases;
    this.settings = settings;
    this.policy =
        new RetryPolicy(
            settings.backoff(),
            settings.maxAttempts(),
            settings.defect(),
            () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Asks for a key to be done.
   *
   * @return the run's status as the caller may rely on it; empty: there is nothing to do for this
   *     key
   * @throws SQLException nothing is known; asking again is safe
   */
  Optional<String> request(JobKey key) throws SQLException {
    Optional<Claim> claim = stopping ? Optional.empty() : claim(key);
    if (claim.isPresent()) {
      work(claim.get());
      return Optional.of("RUNNING");
    }
    return runs.read(key).map(Runs.State::status);
  }

  /** By the primary key if nobody has started, else by what the row says. */
  private Optional<Claim> claim(JobKey key) throws SQLException {
    String holder = newHolder();
    try {
      Optional<Claim> started = runs.start(key, jobs.of(key).origin(key), holder);
      return started.isPresent() ? started : runs.resume(key, holder);
    } catch (SQLException e) {
      LOG.warn("{}: claim: {}; looking for it", key, Errors.masked(e));
      return runs.claimOf(key, holder);
    }
  }

  private String newHolder() {
    return settings.worker() + "/" + UUID.randomUUID();
  }

  /** Starts a key in the background, unless that is planned already. */
  void start(JobKey key) {
    plan(key, Duration.ZERO, () -> claim(key));
  }

  /** Resumes a key after that time: its wait is over, or its holder gone. */
  void resume(JobKey key, Duration in) {
    plan(key, in, () -> resumed(key, newHolder()));
  }

  private Optional<Claim> resumed(JobKey key, String holder) throws SQLException {
    try {
      return runs.resume(key, holder);
    } catch (SQLException e) {
      LOG.warn("{}: resume: {}; looking for it", key, Errors.masked(e));
      return runs.claimOf(key, holder);
    }
  }

  /** Gives a key to a human whose holder died on the last permitted attempt. */
  void giveUp(JobKey key, Duration in) {
    String why = "the worker died on the last of " + settings.maxAttempts() + " attempts";
    plan(
        key,
        in,
        () -> {
          Review review = jobs.of(key).usedUp(key, why);
          if (runs.reviewExhausted(key, newHolder(), review)) {
            LOG.warn("{}: needs a human: {}", key, why);
          }
          return Optional.empty();
        });
  }

  boolean hasInHand(JobKey key) {
    return leases.holds(key) || planned.contains(key.text());
  }

  private interface Pick {
    Optional<Claim> up() throws SQLException;
  }

  private void plan(JobKey key, Duration in, Pick pick) {
    if (stopping || !planned.add(key.text())) {
      return;
    }
    Runnable task =
        () -> {
          Optional<Claim> claim = Optional.empty();
          try {
            claim = pick.up();
          } catch (SQLException e) {
            LOG.warn("{}: {}; the next round looks again", key, Errors.masked(e));
          } finally {
            planned.remove(key.text());
          }
          claim.ifPresent(this::work);
        };
    try {
      later.schedule(() -> submit(task), in.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      planned.remove(key.text()); // shutting down
    }
  }

  private void submit(Runnable task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.info("shutting down: left to others");
    }
  }

  // ── Work ───────────────────────────────────────────────────────────────────────────────────

  private void work(Claim claim) {
    LOG.info("{}: claimed", claim);
    leases.keep(claim);
    submit(
        () -> {
          try {
            toTheEnd(claim);
          } catch (LostClaim e) {
            LOG.warn("{}: lost the claim; stops", claim);
          } finally {
            leases.letGo(claim);
          }
        });
  }

  /**
   * Works, and after each database error reads what is durable and goes on from there, as long as
   * the key is still ours.
   */
  private void toTheEnd(Claim claim) {
    StepFailure failure = null;
    for (int troubles = 0; troubles < MOST_TROUBLES; troubles++) {
      try {
        if (troubles > 0 && !stillOurs(claim)) {
          return;
        }
        if (failure == null) {
          failure = workOnce(claim, claim.token() == 1 && troubles == 0);
        }
        if (failure != null) {
          recordFailure(claim, failure);
        }
        return;
      } catch (SQLException e) {
        LOG.warn("{}: {}; reads the durable state again", claim, Errors.masked(e));
      }
    }
    LOG.warn("{}: the database does not answer; leaves the claim to its lease", claim);
  }

  private boolean stillOurs(Claim claim) throws SQLException {
    if (!settings.defect().fences()) {
      return true;
    }
    Runs.State state = runs.read(claim.key()).orElseThrow(() -> new LostClaim(claim));
    if (!state.heldBy(claim)) {
      throw new LostClaim(claim);
    }
    if (!state.status().equals("RUNNING")) {
      LOG.info("{}: is {}: the change had been committed", claim, state.status());
      return false;
    }
    return true;
  }

  private StepFailure workOnce(Claim claim, boolean untouched) throws SQLException {
    if (stopping) {
      runs.handBack(claim);
      LOG.info("{}: shutting down; handed back", claim);
      return null;
    }
    try {
      jobs.of(claim.key()).work(claim, untouched);
      return null;
    } catch (StepFailure e) {
      return e;
    }
  }

  private void recordFailure(Claim claim, StepFailure failure) throws SQLException {
    RetryPolicy.Decision next = policy.decide(failure.kind(), claim.attempt(), claim.remaining());
    database.transaction(
        c -> {
          if (next.retry()) {
            runs.retryLater(c, claim, next.delay(), failure.getMessage());
          } else {
            runs.review(c, claim, review(claim, failure, next.why()), failure.getMessage());
          }
          StepLog.end(c, claim, failure.step(), failure.result(), failure.getMessage());
          return null;
        });
    if (next.retry()) {
      LOG.info("{}: {}; again in {} ms", claim, failure.getMessage(), next.delay().toMillis());
      resume(claim.key(), next.delay());
    } else {
      LOG.warn("{}: {}; needs a human: {}", claim, failure.getMessage(), next.why());
    }
  }

  private Review review(Claim claim, StepFailure failure, String why) {
    return failure.kind() == StepFailure.Kind.PERMANENT
        ? Review.refused(claim.key(), failure.getMessage())
        : jobs.of(claim.key()).usedUp(claim.key(), why);
  }

  /** Ends what is in hand, hands back what was not begun, starts nothing new. */
  @Override
  public void close() {
    stopping = true;
    later.shutdownNow();
    pool.shutdown();
    try {
      if (!pool.awaitTermination(4, TimeUnit.SECONDS)) {
        LOG.warn("work still running at shutdown; left to its lease");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
