package dev.threeledger.reference;

import static dev.threeledger.reference.Runs.BY_KEY;
import static dev.threeledger.reference.Runs.FROM_NOW;
import static dev.threeledger.reference.Runs.millisUntil;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * How a key is come by, in the table {@code job_run}: begun, taken up after a wait, taken over from
 * who is gone, or ended because the last permitted claim was made. Each is one conditional change
 * with the next token; of several that try, one succeeds. Leases and waits are judged by the
 * database's clock alone.
 */
final class Claims {
  private static final String CLAIMED =
      " RETURNING status, fencing_token, holder, attempts, undo_attempts, traceparent, "
          + millisUntil("deadline")
          + " AS deadline_millis";

  private final Database database;
  private final Runs runs;
  private final Settings settings;
  private final Defect defect;
  private final RetryBudget budget;

  Claims(Database database, Runs runs, Settings settings) {
    this.database = database;
    this.runs = runs;
    this.settings = settings;
    this.defect = settings.defect();
    this.budget = new RetryBudget(settings.retryBudget(), settings.tick(), defect);
  }

  /**
   * A key that this worker could pick up.
   *
   * @param in how long until then; zero: now
   * @param exhausted its holder died on the last permitted attempt
   */
  record Open(JobKey key, long tenant, Duration in, boolean exhausted) {}

  /**
   * What was asked for with a key.
   *
   * @param trace to which the request belongs
   * @param room whether this worker has a place for it now; if not, it is recorded as waiting
   * @param busy tenants of whom this worker has as many in hand as it may: it is not their turn
   * @param said the request as it came, for the defects that let it through
   */
  record Asked(
      Job.Origin origin,
      Input input,
      Traceparent trace,
      boolean room,
      List<Long> busy,
      String said) {}

  /** The tenant to whom a key belongs; empty: there is nothing to do for it. */
  Optional<Long> tenant(Job.Origin origin) throws SQLException {
    return database.direct(
        c ->
            Database.rows(c, origin.sql(), row -> row.getLong(1), origin.values().toArray())
                .stream()
                .findFirst());
  }

  /**
   * Records a key that nobody has started, and claims it, unless there is no room or another
   * tenant's key waits: then it waits as well, as READY. Empty also when it was started by somebody
   * else, or has no origin.
   */
  Optional<Claim> start(JobKey key, Asked asked, String holder) throws SQLException {
    String insert =
        "INSERT INTO job_run (key, job, tenant_id, status, fencing_token, holder, lease_until,"
            + " attempts, started_at, deadline, input_digest, traceparent, error)"
            + " SELECT ?, ?, tenant_id, CASE WHEN go THEN 'RUNNING' ELSE 'READY' END,"
            + " CASE WHEN go THEN 1 ELSE 0 END, CASE WHEN go THEN ? ELSE '' END,"
            + " CASE WHEN go THEN "
            + FROM_NOW
            + " END, CASE WHEN go THEN 1 ELSE 0 END, clock_timestamp(), "
            + FROM_NOW
            + ", ?, ?, ? FROM (SELECT tenant_id, ?::boolean"
            + nobodyWaits("origin.tenant_id")
            + " AS go FROM ("
            + asked.origin().sql()
            + ") origin) asked ON CONFLICT "
            + (defect == Defect.UPSERTS_THE_START ? OVERWRITE : "DO NOTHING")
            + CLAIMED;
    List<Object> values = new ArrayList<>();
    values.add(key.text());
    values.add(key.job());
    values.add(holder);
    values.add(settings.lease().toMillis());
    values.add(settings.tick().toMillis());
    values.add(asked.input().digest());
    values.add(asked.trace().toString());
    values.add(defect == Defect.RECORDS_CARD ? asked.said() : null);
    values.add(Boolean.toString(asked.room()));
    values.addAll(waiters(key, asked.busy()));
    values.addAll(asked.origin().values());
    long at = System.nanoTime();
    return database.direct(
        c -> {
          if (!defect.insertDecides() && Runs.read(c, key).isPresent()) {
            return Optional.empty();
          }
          return Database.rows(c, insert, row -> claim(row, key, at), values.toArray()).stream()
              .flatMap(Optional::stream)
              .findFirst();
        });
  }

  /** {@link Defect#UPSERTS_THE_START}. */
  private static final String OVERWRITE =
      "(key) DO UPDATE SET status = excluded.status, fencing_token = excluded.fencing_token,"
          + " holder = excluded.holder, lease_until = excluded.lease_until,"
          + " attempts = excluded.attempts, started_at = excluded.started_at,"
          + " deadline = excluded.deadline, input_digest = excluded.input_digest,"
          + " traceparent = excluded.traceparent, finished_at = NULL";

  private boolean sharesFairly() {
    return defect != Defect.FIRST_COME_FIRST_SERVED;
  }

  /** The parameters of {@link #nobodyWaits}. */
  private List<Object> waiters(JobKey key, List<Long> busy) {
    String tenants = busy.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    return sharesFairly() ? List.of(key.job(), tenants) : List.of();
  }

  /** The condition that no other tenant's key of the job waits to be taken up. */
  private String nobodyWaits(String tenant) {
    return sharesFairly()
        ? " AND NOT EXISTS (SELECT FROM job_run w WHERE w.job = ? AND w.tenant_id <> "
            + tenant
            + " AND w.tenant_id <> ALL (?::bigint[]) AND (w.status = 'READY' OR w.status = 'RETRY_WAIT'"
            + " AND w.next_attempt_at <= clock_timestamp()))"
        : "";
  }

  /**
   * Claims a key that waits and whose wait is over, or whose holder is gone, with the next token;
   * empty when there is nothing to pick up, or somebody was faster. A repeat that the budget does
   * not allow now is put off, and uses no attempt.
   *
   * @param busy only if no other tenant's key waits, but for these tenants'; null: it is its turn
   */
  Optional<Claim> resume(JobKey key, String holder, List<Long> busy) throws SQLException {
    return switch (defect) {
      case NO_STATE_CHANGE -> pickWithoutClaim(key);
      case NO_LOCK_ROW -> resumeUnlocked(key, holder);
      default -> resumeWithinBudget(key, holder, busy);
    };
  }

  private Optional<Claim> resumeWithinBudget(JobKey key, String holder, List<Long> busy)
      throws SQLException {
    boolean conditional = defect.fences() && defect != Defect.SELECT_THEN_UPDATE;
    if (!conditional && !isDue(key)) {
      return Optional.empty();
    }
    String update =
        RESUME
            + "fencing_token + 1"
            + BY_KEY
            + (conditional ? " AND (" + due() + ")" : "")
            + " AND NOT ("
            + exhausted()
            + ")"
            + (busy == null ? "" : nobodyWaits("job_run.tenant_id"))
            + CLAIMED;
    List<Object> values = new ArrayList<>(resumption(holder));
    values.add(key.text());
    if (busy != null) {
      values.addAll(waiters(key, busy));
    }
    long at = System.nanoTime();
    try {
      return database.transaction(
          c -> {
            Optional<Claim> claim = claimed(c, update, key, at, values);
            if (claim.isPresent() && repeats(claim.get()) && !budget.take(c, key.job())) {
              throw new NoBudget();
            }
            return claim;
          });
    } catch (NoBudget e) {
      putOff(key);
      return Optional.empty();
    }
  }

  /** Past its deadline a claim repeats nothing: it settles what happened, or asks a human. */
  private static boolean repeats(Claim claim) {
    return claim.attempt() > 1 && !claim.remaining().isNegative();
  }

  /** Undoes the claim. */
  private static final class NoBudget extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoBudget() {
      super("no retry budget", null, false, false);
    }
  }

  /** Until a token may be there; some before, some after, so that not all come at once. */
  private void putOff(JobKey key) throws SQLException {
    long millis =
        (long) (budget.nextToken().toMillis() * ThreadLocalRandom.current().nextDouble(0.5, 1.5));
    database.direct(
        c ->
            Database.update(
                c,
                "UPDATE job_run SET next_attempt_at = "
                    + FROM_NOW
                    + BY_KEY
                    + " AND status <> 'RUNNING' AND next_attempt_at <= clock_timestamp()",
                millis,
                key.text()));
  }

  /** Gives back what a repeat took from the budget that then sent nothing. */
  void giveBackRepeat(Claim claim) throws SQLException {
    if (claim.attempt() > 1) {
      database.direct(
          c -> {
            budget.giveBack(c, claim.key().job());
            return null;
          });
    }
  }

  private static final String RESUME =
      "UPDATE job_run SET next_attempt_at = NULL,"
          + " status = CASE status WHEN 'COMPENSATING' THEN status ELSE 'RUNNING' END,"
          + " attempts = attempts"
          + " + CASE status WHEN 'RUNNING' THEN ? WHEN 'COMPENSATING' THEN 0 ELSE 1 END,"
          + " undo_attempts = undo_attempts + CASE status WHEN 'COMPENSATING' THEN 1 ELSE 0 END,"
          + " holder = ?, lease_until = "
          + FROM_NOW
          + ", deadline = CASE status WHEN 'READY' THEN "
          + FROM_NOW
          + " ELSE deadline END, fencing_token = ";

  private List<Object> resumption(String holder) {
    int death = defect == Defect.DEATH_COUNTS_TWICE ? 2 : 1;
    return List.of(death, holder, settings.lease().toMillis(), settings.tick().toMillis());
  }

  private static Optional<Claim> claimed(
      Connection c, String sql, JobKey key, long at, List<Object> values) throws SQLException {
    return Database.rows(c, sql, row -> claim(row, key, at), values.toArray()).stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** {@link Defect#NO_STATE_CHANGE}: the row stays as it is, and so do its holder and token. */
  private Optional<Claim> pickWithoutClaim(JobKey key) throws SQLException {
    String select =
        "SELECT 'RUNNING' AS status, fencing_token, holder, attempts, undo_attempts, traceparent, "
            + millisUntil("deadline")
            + " AS deadline_millis FROM job_run"
            + BY_KEY
            + " AND ("
            + due()
            + ") FOR UPDATE SKIP LOCKED";
    long at = System.nanoTime();
    return database.transaction(c -> claimed(c, select, key, at, List.of(key.text())));
  }

  /** {@link Defect#NO_LOCK_ROW}: two that read the same token write the same. */
  private Optional<Claim> resumeUnlocked(JobKey key, String holder) throws SQLException {
    Optional<Runs.State> read = runs.read(key);
    if (read.isEmpty() || !isDue(key)) {
      return Optional.empty();
    }
    List<Object> values = new ArrayList<>(resumption(holder));
    values.add(read.get().token() + 1);
    values.add(key.text());
    long at = System.nanoTime();
    return database.direct(c -> claimed(c, RESUME + "?" + BY_KEY + CLAIMED, key, at, values));
  }

  /** For the defects that look, and then update whatever is there. */
  private boolean isDue(JobKey key) throws SQLException {
    String select = "SELECT 1 FROM job_run" + BY_KEY + " AND (" + due() + ")";
    return database.direct(c -> !Database.rows(c, select, row -> 1, key.text()).isEmpty());
  }

  private String due() {
    String waited =
        "status = 'READY' OR status IN ('RETRY_WAIT', 'COMPENSATING')"
            + " AND next_attempt_at <= clock_timestamp()";
    String abandoned = "status IN ('RUNNING', 'COMPENSATING') AND lease_until < clock_timestamp()";
    return defect.takesOver() ? waited + " OR " + abandoned : waited;
  }

  /** The last permitted claim was made: whoever made it died, or gave up without saying so. */
  private String exhausted() {
    String working = "status <> 'COMPENSATING' AND attempts >= " + settings.maxAttempts();
    String undoing = "status = 'COMPENSATING' AND undo_attempts >= " + settings.mostUndoClaims();
    return (defect.boundsRetries() ? working : "false")
        + " OR "
        + (defect.boundsUndo() ? undoing : "false");
  }

  /** Empty: it was recorded, but is not held. */
  private static Optional<Claim> claim(ResultSet row, JobKey key, long asked) throws SQLException {
    String status = row.getString("status");
    boolean undoing = status.equals("COMPENSATING");
    if (!undoing && !status.equals("RUNNING")) {
      return Optional.empty();
    }
    return Optional.of(
        new Claim(
            key,
            row.getString("holder"),
            row.getLong("fencing_token"),
            undoing,
            row.getInt(undoing ? "undo_attempts" : "attempts"),
            asked + row.getLong("deadline_millis") * 1_000_000,
            Traceparent.of(row.getString("traceparent"))));
  }

  /** After a lost answer: the claim, if it was committed for this holder. */
  Optional<Claim> claimOf(JobKey key, String holder) throws SQLException {
    long asked = System.nanoTime();
    return runs.read(key)
        .filter(state -> state.holder().equals(holder) && state.held())
        .map(
            s ->
                new Claim(
                    key,
                    holder,
                    s.token(),
                    s.undoing(),
                    s.attempts(),
                    asked + s.deadlineMillis() * 1_000_000,
                    s.trace()));
  }

  /**
   * RUNNING to COMPENSATING, for a holder who died on the last permitted attempt; with the next
   * token. Empty: somebody was faster.
   */
  Optional<Claim> compensateExhausted(JobKey key, String holder, String error) throws SQLException {
    String update =
        "UPDATE job_run SET "
            + Runs.COMPENSATING
            + ", fencing_token = fencing_token + 1, holder = ?, lease_until = "
            + FROM_NOW
            + BY_KEY
            + " AND status = 'RUNNING' AND lease_until < clock_timestamp() AND ("
            + exhausted()
            + ")"
            + CLAIMED;
    List<Object> values =
        List.of(
            error,
            error,
            settings.tick().toMillis(),
            holder,
            settings.lease().toMillis(),
            key.text());
    long at = System.nanoTime();
    return database.direct(c -> claimed(c, update, key, at, values));
  }

  /** A key whose holder died on the last permitted attempt goes to a human. True: it was us. */
  boolean reviewExhausted(JobKey key, String holder, Review review) throws SQLException {
    String update =
        "UPDATE job_run SET status = 'MANUAL_REVIEW', fencing_token = fencing_token + 1,"
            + " holder = ?, lease_until = NULL, finished_at = clock_timestamp(),"
            + Runs.REASON
            + ", owner = ?, remedy = ?"
            + BY_KEY
            + " AND status IN ('RUNNING', 'COMPENSATING')"
            + " AND coalesce(lease_until, next_attempt_at) < clock_timestamp() AND ("
            + exhausted()
            + ")";
    return database.direct(
        c ->
            Database.update(
                    c,
                    update,
                    holder,
                    review.reason(),
                    review.ownerIn(defect),
                    review.remedyIn(defect),
                    key.text())
                > 0);
  }

  /**
   * Keys whose wait or lease ends within that time, or has ended: the earliest of each tenant, then
   * the next of each. So however many one tenant has, none is out of sight.
   */
  List<Open> open(Duration within, int most) throws SQLException {
    String select =
        "SELECT key, job, tenant_id, "
            + millisUntil("due_at")
            + " AS due_millis, exhausted FROM (SELECT *, row_number() OVER"
            + " (PARTITION BY job, tenant_id ORDER BY due_at, key) AS turn FROM"
            + " (SELECT key, job, tenant_id, CASE status WHEN 'READY' THEN started_at"
            + " ELSE coalesce(lease_until, next_attempt_at) END AS due_at,"
            + " status IN ('RUNNING', 'COMPENSATING') AND ("
            + exhausted()
            + ") AS exhausted FROM job_run"
            + " WHERE status IN ("
            + pickedUp()
            + ")) open WHERE due_at < "
            + FROM_NOW
            + ") turns ORDER BY "
            + (defect == Defect.FIRST_COME_FIRST_SERVED ? "" : "turn, ")
            + "due_at, key LIMIT ?";
    return database.direct(c -> Database.rows(c, select, Claims::open, within.toMillis(), most));
  }

  /** States that somebody must take up again. */
  private String pickedUp() {
    List<String> states = new ArrayList<>(List.of("'READY'"));
    if (defect.takesOver()) {
      states.add("'RUNNING'");
    }
    states.add("'COMPENSATING'");
    if (defect != Defect.FORGETS_RETRIES) {
      states.add("'RETRY_WAIT'");
    }
    return String.join(", ", states);
  }

  private static Open open(ResultSet row) throws SQLException {
    return new Open(
        new JobKey(row.getString("job"), row.getString("key")),
        row.getLong("tenant_id"),
        Duration.ofMillis(Math.max(0, row.getLong("due_millis"))),
        row.getBoolean("exhausted"));
  }
}
