package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fulfils one order, at three partners.
 *
 * <pre>
 *              does                   is undone by
 * 1 RESERVE    inventory: reserve     release
 * 2 CHARGE     payments:  charge      refund
 * 3 BOOK       shipping:  book        cancel
 * record       one transaction: fence and SUCCEEDED, fulfilment
 * </pre>
 *
 * Before each call its undo is registered, in the transaction that notes the intent: a call without
 * an answer may have happened. A step that is refused for good, or whose attempts or time are used
 * up, ends the way forward; from then on what may have happened is undone, last first ({@link
 * Compensation}). Partners have no transaction in common: undoing is no rolling back, and others
 * may have seen what was undone.
 */
final class OrderJob implements Job {
  private static final Logger LOG = LoggerFactory.getLogger(OrderJob.class);
  static final String NAME = "order";
  static final String RESERVE = "RESERVE";
  static final String CHARGE = "CHARGE";
  static final String BOOK = "BOOK";

  /** How many there are. */
  static final int STEPS = 3;

  private final Database database;
  private final Runs runs;
  private final OutsideCalls calls;
  private final Compensation compensation;
  private final Defect defect;
  private final List<SagaStep> steps;

  OrderJob(Database database, Runs runs, Settings settings, Partner payments) {
    this.database = database;
    this.runs = runs;
    this.defect = settings.defect();
    this.calls = new OutsideCalls(database, runs, settings);
    Partner inventory = new Partner("inventory", settings.inventoryUrl(), settings);
    Partner shipping = new Partner("shipping", settings.shippingUrl(), settings);
    this.steps = steps(inventory, payments, shipping, defect);
    this.compensation = new Compensation(database, runs, settings, calls, steps);
  }

  private static List<SagaStep> steps(
      Partner inventory, Partner payments, Partner shipping, Defect defect) {
    return List.of(
        new SagaStep(
            RESERVE,
            inventory,
            "/reservations",
            order -> List.of("item", order.item(), "quantity", order.quantity() + ""),
            "RELEASE",
            "/releases",
            order -> List.of()),
        new SagaStep(
            CHARGE,
            payments,
            "/charges",
            order ->
                List.of(
                    "amount", defect.charged(order.amount()).toPlainString(),
                    "currency", "EUR",
                    "card_token", order.cardToken()),
            "REFUND",
            "/refunds",
            order -> List.of("amount", defect.charged(order.amount()).toPlainString())),
        new SagaStep(
            BOOK,
            shipping,
            "/shipments",
            order -> List.of("item", order.item(), "recipient", order.customerName()),
            "CANCEL",
            "/cancellations",
            order -> List.of()));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<JobKey> key(Map<String, String> members) {
    return Orders.key(members);
  }

  @Override
  public String example() {
    return "{\"order_id\": 1001, \"action_type\": \"fulfil\"}";
  }

  @Override
  public Origin origin(JobKey key) {
    return Orders.origin(key);
  }

  @Override
  public List<JobKey> notStarted(Connection c, int most) throws SQLException {
    return Orders.notStarted(c, most);
  }

  // ── Forward ────────────────────────────────────────────────────────────────────────────────

  @Override
  public void work(Claim claim, boolean untouched) throws SQLException, StepFailure {
    Order order = database.direct(c -> Orders.read(c, claim.key()));
    if (order.amount().signum() <= 0) {
      throw new StepFailure(
          StepFailure.Kind.PERMANENT, CHARGE, StepResult.NOT_SENT, "charge: nothing to charge");
    }
    Map<String, String> ids = new LinkedHashMap<>();
    for (SagaStep step : steps) {
      ids.put(
          step.name(),
          waits(step)
              ? step.requestKey(order.reference())
              : untouched ? make(claim, order, step) : madeOnce(claim, order, step));
    }
    record(claim, order, ids);
    for (SagaStep step : steps) {
      if (waits(step)) {
        LOG.info("{}: succeeded, then sent {}: {}", claim, step.name(), step.request(order).send());
      }
    }
  }

  /** {@link Defect#LAST_STEP_AFTER_RECORD}. */
  private boolean waits(SagaStep step) {
    return defect == Defect.LAST_STEP_AFTER_RECORD && place(step) == STEPS;
  }

  /** The partner's name for what the step does, made now or by whoever held the key before. */
  private String madeOnce(Claim claim, Order order, SagaStep step)
      throws SQLException, StepFailure {
    SagaSteps.Registered before =
        database.direct(c -> SagaSteps.of(c, claim.key())).get(step.name());
    boolean done = before != null && before.state() == SagaSteps.State.DONE;
    return done ? before.externalId() : make(claim, order, step);
  }

  private String make(Claim claim, Order order, SagaStep step) throws SQLException, StepFailure {
    StepLog.Trace trace = database.direct(c -> StepLog.trace(c, claim, step.name()));
    OutsideCalls.Intent undo = c -> SagaSteps.register(c, claim.key(), step, place(step), order);
    boolean first = defect != Defect.UNDO_AFTER_REPLY;
    Request request = step.request(order);
    String id =
        calls.make(
            claim,
            step.name(),
            maybeSent -> request.under(defect.requestKey(request.requestKey(), maybeSent)),
            trace,
            first ? undo : OutsideCalls.NOTHING_MORE);
    database.transaction(
        c -> {
          if (defect.fencesSteps()) {
            runs.renew(c, claim);
          }
          undo.record(c); // there already, unless the step was found under another claim
          SagaSteps.done(c, claim.key(), step, id);
          StepLog.done(c, claim, step.name(), request.requestKey(), id);
          return null;
        });
    return id;
  }

  private int place(SagaStep step) {
    return steps.indexOf(step) + 1;
  }

  private void record(Claim claim, Order order, Map<String, String> ids) throws SQLException {
    database.transaction(
        c -> {
          runs.succeed(c, claim);
          Orders.fulfilled(c, claim.key(), order, ids);
          return null;
        });
    LOG.info("{}: succeeded, {}", claim, ids);
  }

  // ── Back ───────────────────────────────────────────────────────────────────────────────────

  @Override
  public boolean undoes() {
    return true;
  }

  @Override
  public Optional<Duration> undo(Claim claim) throws SQLException {
    Order order = database.direct(c -> Orders.read(c, claim.key()));
    return compensation.run(claim, order);
  }

  @Override
  public Review usedUp(JobKey key, String why) {
    return Compensation.usedUp(key, why, steps);
  }
}
