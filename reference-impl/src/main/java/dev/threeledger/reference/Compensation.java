package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes what a saga may have done: last first, each step until its undo is certain, or refused, or
 * its attempts or time are used up; then the next. Then COMPENSATED, or MANUAL_REVIEW with what is
 * left for a human.
 *
 * <pre>
 * for each registered step, from the last to the first:
 *   begin   one transaction: fence, one more attempt, intent
 *   send    the undo, under its own key, naming the key of the step's request
 *   record  one transaction: fence and UNDONE, or wait for the next attempt, or UNDO_FAILED
 * </pre>
 *
 * A step that may have been sent is undone whether or not it was heard of: the partner remembers
 * the key, and refuses the step if it arrives later. Sending an undo again is safe, so nobody asks
 * first.
 */
final class Compensation {
  private static final Logger LOG = LoggerFactory.getLogger(Compensation.class);

  private final Database database;
  private final Runs runs;
  private final OutsideCalls calls;
  private final List<SagaStep> steps;
  private final RetryPolicy policy;
  private final int attempts;
  private final Defect defect;

  Compensation(
      Database database, Runs runs, Settings settings, OutsideCalls calls, List<SagaStep> steps) {
    this.database = database;
    this.runs = runs;
    this.calls = calls;
    this.steps = steps;
    this.defect = settings.defect();
    this.attempts = settings.undoAttempts();
    this.policy = new RetryPolicy(settings, attempts);
  }

  /** A step that may hold, and how far its undo has come. */
  private record Undo(SagaStep step, Request request, SagaSteps.Registered registered) {}

  /**
   * Goes back as far as it can.
   *
   * @return when to go on; empty: it is over, and recorded
   */
  Optional<Duration> run(Claim claim, Order order) throws SQLException {
    List<Undo> undos = undos(claim, order);
    if (defect == Defect.COMPENSATED_TOO_SOON) {
      recordThenUndo(claim, undos);
      return Optional.empty();
    }
    for (Undo undo : undos) {
      Optional<Duration> wait = undo(claim, undo);
      if (wait.isPresent()) {
        return wait;
      }
      if (defect == Defect.UNDO_STOPS_AT_FAILURE && failed(claim).containsKey(undo.step().name())) {
        break;
      }
    }
    end(claim, order);
    return Optional.empty();
  }

  /** What is to be undone, last first; what surely did not happen is noted as such. */
  private List<Undo> undos(Claim claim, Order order) throws SQLException {
    return database.transaction(
        c -> {
          runs.renew(c, claim);
          Map<String, SagaSteps.Registered> registered = SagaSteps.of(c, claim.key());
          List<Undo> undos = new ArrayList<>();
          for (SagaStep step : steps) {
            SagaSteps.Registered its = registered.get(step.name());
            if (its == null || !its.mayHold() || skips(its)) {
              continue;
            }
            if (its.externalId() == null && !StepLog.trace(c, claim, step.name()).maybeSent()) {
              SagaSteps.notDone(c, claim.key(), step);
              continue;
            }
            undos.add(new Undo(step, step.undoRequest(order), its));
          }
          if (defect != Defect.UNDO_FORWARD) {
            Collections.reverse(undos);
          }
          return undos;
        });
  }

  private boolean skips(SagaSteps.Registered step) {
    return defect == Defect.SKIPS_UNKNOWN_UNDO && step.state() != SagaSteps.State.DONE;
  }

  /** One attempt. Present: it may succeed later. */
  private Optional<Duration> undo(Claim claim, Undo undo) throws SQLException {
    JobKey key = claim.key();
    SagaStep step = undo.step();
    int made = undo.registered().undoAttempts();
    if (defect.boundsUndo() && made >= attempts) {
      giveUp(claim, undo, null, "the worker died on the last of " + attempts + " attempts");
      return Optional.empty();
    }
    if (defect.boundsUndo() && made > 0 && claim.remaining().isNegative()) {
      giveUp(claim, undo, null, "too late to repeat");
      return Optional.empty();
    }
    Request request = undo.request().under(defect.undoKey(undo.request().requestKey()));
    Answer answer;
    try {
      calls.begin(claim, step.undo(), request, c -> SagaSteps.undoBegun(c, key, step));
      answer = request.sendUndo();
      LOG.info("{}: sent {}: {}", claim, step.undo(), answer);
    } catch (StepFailure e) {
      answer = new Answer(Answer.Kind.NOT_SENT, null, e.getMessage());
    }
    boolean nothing = answer.nothingToUndo() && defect == Defect.UNDO_OF_NOTHING_IS_FAILURE;
    if (answer.kind() == Answer.Kind.DONE && !nothing) {
      undone(claim, undo, request, answer.externalId());
      return Optional.empty();
    }
    return failed(claim, undo, answer, made + 1);
  }

  private void undone(Claim claim, Undo undo, Request request, String undoId) throws SQLException {
    database.transaction(
        c -> {
          runs.renew(c, claim);
          SagaSteps.undone(c, claim.key(), undo.step(), undoId);
          StepLog.done(c, claim, undo.step().undo(), request.requestKey(), undoId);
          return null;
        });
  }

  private Optional<Duration> failed(Claim claim, Undo undo, Answer answer, int made)
      throws SQLException {
    SagaStep step = undo.step();
    StepFailure failure = failure(step, answer);
    RetryPolicy.Decision next =
        defect.boundsUndo() ? policy.decide(failure, made, claim.remaining()) : policy.unbounded();
    if (!next.retry()) {
      giveUp(claim, undo, failure, failure.getMessage() + "; " + next.why());
      return Optional.empty();
    }
    database.transaction(
        c -> {
          String error = failure.getMessage();
          runs.undoLater(c, claim, next.delay(), error, failure.usesAttempt());
          if (!failure.usesAttempt()) {
            SagaSteps.undoHeldBack(c, claim.key(), step);
          }
          StepLog.end(c, claim, step.undo(), failure.result(), error);
          return null;
        });
    LOG.info("{}: {}; again in {} ms", claim, failure.getMessage(), next.delay().toMillis());
    return Optional.of(next.delay());
  }

  private static StepFailure failure(SagaStep step, Answer answer) {
    boolean good = answer.kind() == Answer.Kind.DONE;
    boolean refused = good || answer.kind() == Answer.Kind.REFUSED;
    boolean sent = answer.kind() != Answer.Kind.NOT_SENT;
    StepResult result = sent ? StepResult.UNKNOWN : StepResult.NOT_SENT;
    return answer.onto(
        new StepFailure(
            refused ? StepFailure.Kind.PERMANENT : StepFailure.Kind.RETRY,
            step.undo(),
            refused ? StepResult.REFUSED : result,
            step.undo().toLowerCase(java.util.Locale.ROOT) + ": " + answer.detail()));
  }

  /** {@code failure} null: this claim has sent nothing. */
  private void giveUp(Claim claim, Undo undo, StepFailure failure, String why) throws SQLException {
    SagaStep step = undo.step();
    database.transaction(
        c -> {
          runs.renew(c, claim);
          SagaSteps.undoFailed(c, claim.key(), step, why);
          if (failure != null) {
            StepLog.end(c, claim, step.undo(), failure.result(), failure.getMessage());
          }
          return null;
        });
    LOG.warn("{}: {}: {}; left to a human", claim, step.undo(), why);
  }

  // ── The end ────────────────────────────────────────────────────────────────────────────────

  private Map<String, SagaSteps.Registered> failed(Claim claim) throws SQLException {
    return database.direct(c -> failed(c, claim));
  }

  private static Map<String, SagaSteps.Registered> failed(Connection c, Claim claim)
      throws SQLException {
    Map<String, SagaSteps.Registered> failed = SagaSteps.of(c, claim.key());
    failed.values().removeIf(step -> step.state() != SagaSteps.State.UNDO_FAILED);
    return failed;
  }

  private void end(Claim claim, Order order) throws SQLException {
    Map<String, SagaSteps.Registered> failed =
        database.transaction(
            c -> {
              Map<String, SagaSteps.Registered> left = failed(c, claim);
              if (left.isEmpty()) {
                runs.compensated(c, claim);
              } else {
                String error = left.values().iterator().next().error();
                runs.review(c, claim, review(order, left), error);
              }
              return left;
            });
    if (failed.isEmpty()) {
      LOG.info("{}: compensated", claim);
    } else {
      LOG.warn("{}: needs a human: {} not undone", claim, failed.keySet());
    }
  }

  private Review review(Order order, Map<String, SagaSteps.Registered> failed) {
    List<SagaStep> left = steps.stream().filter(s -> failed.containsKey(s.name())).toList();
    String reason =
        left.stream()
            .map(step -> step.name() + " is not undone: " + failed.get(step.name()).error())
            .collect(Collectors.joining("; "));
    return Review.notUndone(reason, remedy(order.reference(), left, failed));
  }

  /** What a human has to know of an order whose workers died on all attempts to undo it. */
  static Review usedUp(JobKey key, String why, List<SagaStep> steps) {
    return Review.notUndone(why, remedy(key.text(), steps, Map.of()));
  }

  private static String remedy(
      String reference, List<SagaStep> left, Map<String, SagaSteps.Registered> known) {
    return left.stream()
            .map(step -> text(step, reference, known.get(step.name())))
            .collect(Collectors.joining("; "))
        + ". Or replay "
        + reference
        + " when the cause is gone: it sends the same undos again, under the same keys.";
  }

  private static String text(SagaStep step, String reference, SagaSteps.Registered known) {
    String id = known == null || known.externalId() == null ? "" : " (" + known.externalId() + ")";
    return "At "
        + step.partner().name()
        + ", "
        + step.undo().toLowerCase(java.util.Locale.ROOT)
        + " what was done under key "
        + step.requestKey(reference)
        + id
        + ", under key "
        + step.undoKey(reference);
  }

  /** {@link Defect#COMPENSATED_TOO_SOON}. */
  private void recordThenUndo(Claim claim, List<Undo> undos) throws SQLException {
    database.transaction(
        c -> {
          runs.compensated(c, claim);
          return null;
        });
    for (Undo undo : undos) {
      Answer answer = undo.request().sendUndo();
      LOG.info("{}: compensated, then sent {}: {}", claim, undo.step().undo(), answer);
    }
  }
}
