package dev.threeledger.reference;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one statement and its charge.
 *
 * <pre>
 * post    one transaction: fence, statement from usage
 * charge  one transaction: fence, intent · then the call · no answer: ask by key, never assume
 * record  one transaction: fence and SUCCEEDED, charge id, result of the step
 * </pre>
 *
 * Between any two lines the process may die. Whoever comes next reads which of them are done.
 */
final class StatementJob implements Job {
  private static final Logger LOG = LoggerFactory.getLogger(StatementJob.class);
  static final String NAME = "statement";
  private static final String POST = "POST";
  private static final String CHARGE = "CHARGE";
  private static final String DEADLOCK = "40P01"; // SQLSTATE of its victim

  private final Database database;
  private final Runs runs;
  private final Payments payments;
  private final Defect defect;
  private final OutsideCalls calls;
  private final int catchUp;
  private final Map<JobKey, String> sentEarly = new ConcurrentHashMap<>(); // charge ids

  StatementJob(Database database, Runs runs, Payments payments, Settings settings) {
    this.database = database;
    this.runs = runs;
    this.payments = payments;
    this.defect = settings.defect();
    this.calls = new OutsideCalls(database, runs, settings);
    this.catchUp = settings.catchUp();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<JobKey> key(Map<String, String> members) {
    try {
      long tenant = Long.parseLong(members.getOrDefault("tenant_id", ""));
      LocalDate date = LocalDate.parse(members.getOrDefault("statement_date", ""));
      return Optional.of(Statements.key(tenant, date));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public String example() {
    return "{\"tenant_id\": 1, \"statement_date\": \"2026-01-31\"}";
  }

  @Override
  public Origin origin(JobKey key) {
    return new Origin(
        "SELECT tenant_id FROM tenant WHERE tenant_id = ? AND billable",
        List.of(Statements.tenant(key)));
  }

  @Override
  public List<JobKey> notStarted(Connection c, int most) throws SQLException {
    if (defect != Defect.UNBOUNDED_CATCH_UP) {
      MissedTicks.record(c, catchUp)
          .forEach(key -> LOG.warn("{}: needs a human: missed ticks", key));
    }
    return Statements.notStarted(c, most);
  }

  @Override
  public Review usedUp(JobKey key, String why) {
    return Review.usedUp(
        why,
        "Ask the payments partner for idempotency key "
            + requestKey(key)
            + " and see why it could not be settled. Once the cause is gone, replay the key: it asks"
            + " first, and charges only what is not charged.");
  }

  private static String requestKey(JobKey key) {
    return key.requestKey("statement-charge");
  }

  /** What is done already, as the database has it. */
  private record Progress(BigDecimal posted, StepLog.Trace charge) {}

  @Override
  public void work(Claim claim, boolean untouched) throws SQLException, StepFailure {
    Progress progress = untouched ? new Progress(null, StepLog.Trace.NONE) : progress(claim);
    if (defect == Defect.SUCCESS_WITHOUT_WORK && !untouched && progress.posted() == null) {
      runs.succeedByKey(claim.key());
      LOG.info("{}: nothing to do", claim);
      return;
    }
    BigDecimal amount = progress.posted() == null ? post(claim) : progress.posted();
    if (!defect.effectBeforeRecord()) {
      succeedThenCharge(claim, amount);
      return;
    }
    String chargeId = charge(claim, amount, progress.charge());
    record(claim, chargeId);
  }

  private Progress progress(Claim claim) throws SQLException {
    return database.direct(
        c ->
            new Progress(
                Statements.amount(c, claim.key()).orElse(null), StepLog.trace(c, claim, CHARGE)));
  }

  private BigDecimal post(Claim claim) throws SQLException, StepFailure {
    BigDecimal amount =
        database.transaction(
            c -> {
              runs.begin(c, claim, POST);
              if (defect == Defect.COUNTERS_ONLY) {
                return Statements.due(c, claim.key()).orElse(null);
              }
              return Statements.post(c, claim.key())
                  ? Statements.amount(c, claim.key()).orElseThrow()
                  : null;
            });
    if (amount == null) {
      throw new StepFailure(
          StepFailure.Kind.PERMANENT, POST, StepResult.NOT_SENT, "no usage in the period");
    }
    LOG.info("{}: posted {}", claim, amount);
    return amount;
  }

  /** The partner's id of the one charge of this key, made now or earlier. */
  private String charge(Claim claim, BigDecimal amount, StepLog.Trace trace)
      throws SQLException, StepFailure {
    if (sentEarly.containsKey(claim.key())) {
      return sentEarly.remove(claim.key());
    }
    OutsideCalls.Requests charges = maybeSent -> payments.request(charge(claim, amount, maybeSent));
    String chargeId = calls.make(claim, CHARGE, charges, trace, OutsideCalls.NOTHING_MORE);
    if (defect == Defect.CHARGES_TWICE_REFUNDS_ONE && trace.maybeSent()) {
      refundTheFirst(claim, charge(claim, amount, false));
    }
    return chargeId;
  }

  private Payments.Charge charge(Claim claim, BigDecimal amount, boolean maybeSent) {
    String requestKey = requestKey(claim, maybeSent);
    return new Payments.Charge(requestKey, claim.key().text(), defect.charged(amount));
  }

  /** {@link Defect#CHARGES_TWICE_REFUNDS_ONE}. */
  private void refundTheFirst(Claim claim, Payments.Charge charge) {
    Answer first = payments.find(requestKey(claim.key()));
    if (first.kind() == Answer.Kind.DONE) {
      String refundKey = claim.key().requestKey("statement-refund");
      Answer refunded = payments.refund(charge, refundKey, first.externalId());
      LOG.info("{}: refunded charge {}: {}", claim, first.externalId(), refunded);
    }
  }

  /** The key of a request: without a defect, the same for every attempt. */
  private String requestKey(Claim claim, boolean maybeSent) {
    String key = requestKey(claim.key());
    return switch (defect) {
      case KEY_WITH_ATTEMPT -> key + "/" + claim.attempt();
      case DAY_KEY -> "statement-charge/" + Statements.date(claim.key());
      default -> defect.requestKey(key, maybeSent);
    };
  }

  /** {@link Defect#DISPATCH_BEFORE_PERSIST}: who dies after this is the only one who knew. */
  @Override
  public void dispatchUnrecorded(JobKey key) throws SQLException {
    Optional<BigDecimal> amount = database.direct(c -> Statements.due(c, key));
    if (amount.isPresent()) {
      Answer answer =
          payments.charge(new Payments.Charge(requestKey(key), key.text(), amount.get()));
      LOG.info("{}: sent the charge: {}", key, answer);
      if (answer.kind() == Answer.Kind.DONE) {
        sentEarly.put(key, answer.externalId());
      }
    }
  }

  @Override
  public Void settle(Connection c) throws SQLException {
    return Statements.settle(c);
  }

  private void record(Claim claim, String chargeId) throws SQLException {
    boolean together = defect != Defect.SEPARATE_COMPLETION;
    try {
      database.transaction(
          c -> {
            if (together) {
              runs.succeed(c, claim);
            }
            Statements.charged(c, claim.key(), chargeId);
            StepLog.done(c, claim, CHARGE, requestKey(claim.key()), chargeId);
            return null;
          });
    } catch (SQLException e) {
      if (defect != Defect.REPEATS_HALF || !DEADLOCK.equals(e.getSQLState())) {
        throw e;
      }
      LOG.warn("{}: record: {}; again", claim, Errors.masked(e));
      succeedAlone(claim);
    }
    if (!together) {
      runs.succeedByKey(claim.key());
    }
    LOG.info("{}: succeeded, charge {}", claim, chargeId);
  }

  private void succeedAlone(Claim claim) throws SQLException {
    database.transaction(
        c -> {
          runs.succeed(c, claim);
          return null;
        });
  }

  /** {@link Defect#SUCCESS_BEFORE_EFFECT}. */
  private void succeedThenCharge(Claim claim, BigDecimal amount) throws SQLException {
    succeedAlone(claim);
    String requestKey = requestKey(claim.key());
    Answer answer =
        payments.charge(new Payments.Charge(requestKey, claim.key().toString(), amount));
    LOG.info("{}: succeeded, then sent the charge: {}", claim, answer);
    if (answer.kind() == Answer.Kind.DONE) {
      database.direct(
          c -> {
            Statements.charged(c, claim.key(), answer.externalId());
            return null;
          });
    }
  }
}
