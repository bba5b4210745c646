package dev.threeledger.reference;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings keys to their end: claims them and has them worked on. Calls, ticks, retries and
 * take-overs all come through the same claim, so that any of them may overlap.
 */
final class Executor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Executor.class);
  private static final int MOST_AT_A_LOOK = 200;

  private final Jobs jobs;
  private final Database database;
  private final Runs runs;
  private final Claims claims;
  private final Leases leases;
  private final Attempts attempts;
  private final Settings settings;
  private final Set<String> planned = ConcurrentHashMap.newKeySet(); // keys as texts
  private final Places places;
  private final ExecutorService pool;
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(Threads.named("later"));
  private final AtomicBoolean lookPlanned = new AtomicBoolean();
  private volatile boolean moreIsDue;
  private volatile boolean stopping;

  Executor(
      Jobs jobs, Database database, Runs runs, Claims claims, Leases leases, Settings settings) {
    this.jobs = jobs;
    this.database = database;
    this.runs = runs;
    this.claims = claims;
    this.leases = leases;
    this.settings = settings;
    this.places = new Places(settings);
    // two more, for claims that wait for the database while all places are taken
    this.pool =
        Executors.newFixedThreadPool(
            settings.jobLimit() * jobs.all().size() + 2, Threads.named("work"));
    this.attempts = new Attempts(jobs, database, runs, claims, leases, settings);
  }

  /**
   * What a caller is told.
   *
   * @param state the run's status as the caller may rely on it
   * @param otherInput the key is known with another input; nothing was changed
   */
  record Told(String state, boolean otherInput) {}

  /**
   * Asks for a key to be done. It is claimed at once where there is room, else recorded, and taken
   * up in turn.
   *
   * @param said the request as it came
   * @return empty: there is nothing to do for this key
   * @throws SQLException nothing is known; asking again is safe
   */
  Optional<Told> request(JobKey key, Input input, Traceparent trace, String said)
      throws SQLException {
    Job.Origin origin = jobs.of(key).origin(key);
    Optional<Long> tenant = stopping ? Optional.empty() : claims.tenant(origin);
    boolean room = tenant.isPresent() && places.enter(key.job(), tenant.get());
    Optional<Claim> claim = Optional.empty();
    try {
      if (tenant.isPresent()) {
        dispatchEarly(key);
        claim = started(key, new Claims.Asked(origin, input, trace, room, busy(key), said));
      }
      Optional<Runs.State> known = claim.isPresent() ? Optional.empty() : runs.read(key);
      if (known.isPresent() && otherInput(input, known.get())) {
        return known.map(state -> new Told(state.status(), true));
      }
      if (known.isPresent() && room) {
        claim = resumed(key, newHolder(), busy(key));
      }
      if (claim.isEmpty()) {
        known.filter(Runs.State::waits).ifPresent(state -> look());
        return known.map(state -> new Told(state.status(), false));
      }
    } finally {
      if (room && claim.isEmpty()) {
        places.leave(key.job(), tenant.get());
      }
    }
    work(claim.get(), tenant.get());
    return Optional.of(new Told("RUNNING", false));
  }

  private boolean otherInput(Input input, Runs.State known) {
    return settings.defect() != Defect.ACCEPTS_OTHER_INPUT
        && !input.agreesWith(known.inputDigest());
  }

  /** {@link Defect#DISPATCH_BEFORE_PERSIST}. */
  private void dispatchEarly(JobKey key) throws SQLException {
    if (settings.defect() == Defect.DISPATCH_BEFORE_PERSIST && runs.read(key).isEmpty()) {
      jobs.of(key).dispatchUnrecorded(key);
    }
  }

  private Optional<Claim> started(JobKey key, Claims.Asked asked) throws SQLException {
    String holder = newHolder();
    try {
      return claims.start(key, asked, holder);
    } catch (SQLException e) {
      LOG.warn("{}: claim: {}; looking for it", key, Errors.masked(e));
      return claims.claimOf(key, holder);
    }
  }

  private String newHolder() {
    return settings.worker() + "/" + UUID.randomUUID();
  }

  private List<Long> busy(JobKey key) {
    return places.limits(key.job()).busy();
  }

  private Optional<Claim> resumed(JobKey key, String holder, List<Long> busy) throws SQLException {
    try {
      return claims.resume(key, holder, busy);
    } catch (SQLException e) {
      LOG.warn("{}: resume: {}; looking for it", key, Errors.masked(e));
      return claims.claimOf(key, holder);
    }
  }

  // ── Taking up ──────────────────────────────────────────────────────────────────────────────

  /** Starts what is due and nobody has started, as far as there is room; the rest when there is. */
  void startDue() throws SQLException {
    boolean more = false;
    boolean bounded = settings.defect() != Defect.UNBOUNDED_CATCH_UP;
    int most = bounded ? settings.jobLimit() : Integer.MAX_VALUE;
    for (Job job : jobs.all()) {
      List<JobKey> due = database.direct(c -> job.notStarted(c, most));
      if (settings.defect() == Defect.PERSIST_BEFORE_DISPATCH && !due.isEmpty()) {
        database.direct(c -> job.settle(c));
      }
      due.forEach(this::start);
      more |= due.size() == most;
    }
    moreIsDue = more;
  }

  /** Starts a key in the background, unless that is planned already. */
  private void start(JobKey key) {
    plan(
        key,
        Duration.ZERO,
        () -> {
          Job.Origin origin = jobs.of(key).origin(key);
          Optional<Long> tenant = claims.tenant(origin);
          boolean bounded = settings.defect() != Defect.UNBOUNDED_CATCH_UP;
          boolean room = tenant.isPresent() && places.enter(key.job(), tenant.get());
          if (tenant.isEmpty() || (bounded && !room)) {
            moreIsDue |= tenant.isPresent();
            return;
          }
          Traceparent trace = Traceparent.fresh();
          Optional<Claim> claim = Optional.empty();
          try {
            dispatchEarly(key);
            claim =
                started(key, new Claims.Asked(origin, Input.NONE, trace, true, busy(key), null));
          } finally {
            if (room && claim.isEmpty()) {
              places.leave(key.job(), tenant.get());
            }
          }
          claim.ifPresentOrElse(c -> work(c, room ? tenant.get() : null), this::look);
        });
  }

  /** Looks, after that time, for what can be taken up: a wait is over, or a holder gone. */
  void lookIn(Duration in) {
    try {
      later.schedule(this::takeUpGuarded, in.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.info("shutting down: left to others");
    }
  }

  /** Looks now; several that ask for it at once get one look. */
  private void look() {
    if (!stopping && lookPlanned.compareAndSet(false, true)) {
      lookIn(Duration.ZERO);
    }
  }

  private void takeUpGuarded() {
    lookPlanned.set(false);
    try {
      boolean again = true;
      while (again && !stopping) {
        again = takeUp();
      }
    } catch (SQLException e) {
      LOG.warn("look: {}; the next round looks again", Errors.masked(e));
    } catch (RuntimeException e) {
      LOG.error("look: {}", e.toString());
    }
  }

  /** Takes up keys in turn, as far as there is room. True: there may be more. */
  private boolean takeUp() throws SQLException {
    boolean any = false;
    List<Claims.Open> due = claims.open(Duration.ZERO, MOST_AT_A_LOOK);
    for (Job job : jobs.all()) {
      List<Claims.Open> ours = due.stream().filter(o -> o.key().job().equals(job.name())).toList();
      for (Claims.Open open : places.turns(job.name()).order(ours, Claims.Open::tenant)) {
        any |= !open.exhausted() && !hasInHand(open.key()) && takeUp(open);
      }
    }
    return any;
  }

  private boolean takeUp(Claims.Open open) throws SQLException {
    if (stopping || !places.enter(open.key().job(), open.tenant())) {
      return false;
    }
    Optional<Claim> claim = Optional.empty();
    try {
      claim = resumed(open.key(), newHolder(), null);
    } finally {
      if (claim.isEmpty()) {
        places.leave(open.key().job(), open.tenant());
      }
    }
    claim.ifPresent(c -> work(c, open.tenant()));
    return claim.isPresent();
  }

  private void takeUpIn(JobKey key, Duration in) {
    if (settings.defect() == Defect.FORGETS_RETRIES) {
      resumeFromMemory(key, in);
    } else {
      lookIn(in.plusMillis(1)); // the database's millisecond may be a later one
    }
  }

  /** {@link Defect#FORGETS_RETRIES}: the wait that nobody else knows of. */
  private void resumeFromMemory(JobKey key, Duration in) {
    plan(key, in, () -> resumed(key, newHolder(), null).ifPresent(c -> work(c, null)));
  }

  /**
   * Ends the way forward of a key whose holder died on the last permitted attempt: by undoing, or
   * by a human. One whose undoing came to that goes to a human.
   */
  void giveUp(JobKey key, Duration in) {
    plan(
        key,
        in,
        () -> {
          Job job = jobs.of(key);
          boolean undoing = runs.read(key).map(Runs.State::undoing).orElse(false);
          String why = "the worker died on the last of " + settings.maxAttempts() + " attempts";
          Optional<Claim> toUndo =
              job.undoes() ? claims.compensateExhausted(key, newHolder(), why) : Optional.empty();
          if (toUndo.isPresent()) {
            work(toUndo.get(), null);
            return;
          }
          String known = undoing ? "workers died on all attempts to undo it" : why;
          if (claims.reviewExhausted(key, newHolder(), job.usedUp(key, known))) {
            LOG.warn("{}: needs a human: {}", key, known);
          }
        });
  }

  /** False: shutting down, ask another worker. */
  boolean accepts() {
    return !stopping;
  }

  boolean hasInHand(JobKey key) {
    return leases.holds(key) || planned.contains(key.text());
  }

  private interface Task {
    void run() throws SQLException;
  }

  private void plan(JobKey key, Duration in, Task planning) {
    if (stopping || !planned.add(key.text())) {
      return;
    }
    Runnable task =
        () -> {
          try {
            planning.run();
          } catch (SQLException e) {
            LOG.warn("{}: {}; the next round looks again", key, Errors.masked(e));
          } finally {
            planned.remove(key.text());
          }
        };
    try {
      later.schedule(() -> submit(task), in.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      planned.remove(key.text()); // shutting down
    }
  }

  private boolean submit(Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.info("shutting down: left to others");
      return false;
    }
  }

  // ── Work ───────────────────────────────────────────────────────────────────────────────────

  /** {@code tenant} null: no place was taken. */
  private void work(Claim claim, Long tenant) {
    leases.keep(claim);
    if (tenant != null) {
      places.turns(claim.key().job()).served(tenant);
    }
    Runnable work =
        () -> {
          LOG.info("{}: claimed", claim);
          try {
            attempts.toTheEnd(claim, () -> stopping).ifPresent(in -> takeUpIn(claim.key(), in));
          } catch (LostClaim e) {
            LOG.warn("{}: lost the claim; stops", claim);
            releaseByName(claim);
          } catch (RuntimeException e) {
            LOG.error("{}: {}; leaves the claim to its lease", claim, e.toString());
          } finally {
            ended(claim, tenant);
          }
        };
    if (!submit(() -> Tracing.in(claim.trace(), work))) {
      handBackUnbegun(claim);
      ended(claim, tenant);
    }
  }

  private void ended(Claim claim, Long tenant) {
    leases.letGo(claim);
    if (tenant != null) {
      places.leave(claim.key().job(), tenant);
    }
    look();
    if (moreIsDue) {
      plan(claim.key(), Duration.ZERO, this::startDue);
    }
  }

  private void handBackUnbegun(Claim claim) {
    try {
      runs.handBack(claim);
      LOG.info("{}: shutting down; handed back", claim);
    } catch (SQLException | LostClaim e) {
      LOG.warn("{}: not handed back; left to its lease", claim);
    }
  }

  /** {@link Defect#UNLOCK_BY_NAME}: as an unlock in a finally block does. */
  private void releaseByName(Claim claim) {
    if (settings.defect() == Defect.UNLOCK_BY_NAME) {
      handBackUnbegun(claim);
    }
  }

  /**
   * Ends what is in hand, hands back what was not begun, starts nothing new. What has not ended
   * after four seconds is left to its lease.
   */
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
