package dev.threeledger.reference;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a claim.
 *
 * <pre>
 *   RUNNING ── work ──► SUCCEEDED
 *      │  a step failed
 *      ├── again later ──► RETRY_WAIT
 *      ├── never ────────► MANUAL_REVIEW       a job that undoes nothing
 *      └── never ────────► COMPENSATING        under the same claim
 *                              └── undo ──► COMPENSATED, MANUAL_REVIEW, or again later
 * </pre>
 *
 * After each database error it reads what is durable and goes on from there, as long as the key is
 * still held.
 */
final class Attempts {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
  private static final int MOST_TROUBLES = 3;

  private final Jobs jobs;
  private final Database database;
  private final Runs runs;
  private final Claims claims;
  private final Leases leases;
  private final RetryPolicy policy;
  private final Settings settings;

  Attempts(
      Jobs jobs, Database database, Runs runs, Claims claims, Leases leases, Settings settings) {
    this.jobs = jobs;
    this.database = database;
    this.runs = runs;
    this.claims = claims;
    this.leases = leases;
    this.settings = settings;
    this.policy = new RetryPolicy(settings, settings.maxAttempts());
  }

  /**
   * Takes a claim to its end.
   *
   * @param stopping the worker is going down: what has not begun is handed back
   * @return when to take the key up again; empty: nothing is left to do, or it is left to its lease
   * @throws LostClaim somebody else holds the key
   */
  Optional<Duration> toTheEnd(Claim claimed, BooleanSupplier stopping) {
    Claim claim = claimed;
    StepFailure failure = null;
    for (int troubles = 0; troubles < MOST_TROUBLES; troubles++) {
      try {
        if (troubles > 0) {
          Optional<Claim> still = stillOurs(claim);
          if (still.isEmpty()) {
            return Optional.empty();
          }
          claim = still.get();
        } else if (stopping.getAsBoolean()) {
          runs.handBack(claim);
          LOG.info("{}: shutting down; handed back", claim);
          return Optional.empty();
        }
        if (!claim.undoing() && failure == null) {
          failure = work(claim, claim.token() == 1 && troubles == 0);
        }
        if (!claim.undoing() && failure == null) {
          return Optional.empty();
        }
        if (!claim.undoing()) {
          Next next = recordFailure(claim, failure);
          if (next.undoing() == null) {
            return Optional.ofNullable(next.again());
          }
          claim = next.undoing();
        }
        return jobs.of(claim.key()).undo(claim);
      } catch (SQLException e) {
        if (settings.defect() == Defect.GUESSES_ROLLBACK) {
          LOG.warn("{}: {}; failed", claim, Errors.masked(e));
          return failed(claim);
        }
        LOG.warn("{}: {}; reads the durable state again", claim, Errors.masked(e));
      }
    }
    LOG.warn("{}: the database does not answer; leaves the claim to its lease", claim);
    return Optional.empty();
  }

  /**
   * {@link Defect#GUESSES_ROLLBACK}: as soon as the database answers, whatever it holds by then.
   */
  private Optional<Duration> failed(Claim claim) {
    for (int i = 0; i < MOST_TROUBLES * MOST_TROUBLES; i++) {
      try {
        runs.failByKey(claim.key());
        return Optional.of(Duration.ZERO);
      } catch (SQLException e) {
        LOG.warn("{}: {}; tries to record the failure again", claim, Errors.masked(e));
      }
    }
    return Optional.empty();
  }

  /** The claim as the database has it; empty: the change by which it ended had been committed. */
  private Optional<Claim> stillOurs(Claim claim) throws SQLException {
    if (!settings.defect().fences()) {
      return Optional.of(claim);
    }
    Runs.State state = runs.read(claim.key()).orElseThrow(() -> new LostClaim(claim));
    if (!state.heldBy(claim)) {
      throw new LostClaim(claim);
    }
    if (!state.held()) {
      LOG.info("{}: is {}: the change had been committed", claim, state.status());
      return Optional.empty();
    }
    return Optional.of(state.undoing() && !claim.undoing() ? toUndo(claim) : claim);
  }

  private StepFailure work(Claim claim, boolean untouched) throws SQLException {
    try {
      jobs.of(claim.key()).work(claim, untouched);
      return null;
    } catch (StepFailure e) {
      return e;
    }
  }

  /** What follows a failure: another attempt after a while, undoing, or (both null) a human. */
  private record Next(Duration again, Claim undoing) {}

  private Next recordFailure(Claim claim, StepFailure failure) throws SQLException {
    RetryPolicy.Decision next = policy.decide(failure, claim.attempt(), claim.remaining());
    Job job = jobs.of(claim.key());
    boolean undo = !next.retry() && job.undoes();
    database.transaction(
        c -> {
          String error = failure.getMessage();
          if (next.retry()) {
            runs.retryLater(c, claim, next.delay(), error, failure.usesAttempt());
          } else if (undo) {
            runs.compensate(c, claim, error + "; " + next.why());
          } else {
            runs.review(c, claim, review(job, claim.key(), failure, next.why()), error);
          }
          StepLog.end(c, claim, failure.step(), failure.result(), error);
          return null;
        });
    if (!failure.usesAttempt()) {
      claims.giveBackRepeat(claim);
    }
    if (undo) {
      LOG.warn("{}: {}; {}: undoes what was done", claim, failure.getMessage(), next.why());
      return new Next(null, toUndo(claim));
    }
    if (next.retry()) {
      LOG.info("{}: {}; again in {} ms", claim, failure.getMessage(), next.delay().toMillis());
    } else {
      LOG.warn("{}: {}; needs a human: {}", claim, failure.getMessage(), next.why());
    }
    return new Next(next.delay(), null);
  }

  private Claim toUndo(Claim claim) {
    Claim undoing = claim.toUndo(settings.tick());
    leases.keep(undoing);
    return undoing;
  }

  private static Review review(Job job, JobKey key, StepFailure failure, String why) {
    return failure.kind() == StepFailure.Kind.PERMANENT
        ? Review.refused(key, failure.getMessage())
        : job.usedUp(key, why);
  }
}
