package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a call outside that may have been made before, by whoever.
 *
 * <pre>
 * ask     it may have been sent: what became of it?  known: nothing is sent
 * begin   one transaction: fence, intent, what belongs to it
 * send
 * ask     no certain answer: never assume
 * </pre>
 */
final class OutsideCalls {
  private static final Logger LOG = LoggerFactory.getLogger(OutsideCalls.class);

  /** What is recorded together with the intent. */
  interface Intent {
    void record(Connection c) throws SQLException;
  }

  static final Intent NOTHING_MORE = c -> {};

  /** The request as it goes out, by whether one may have gone out before: always the same. */
  interface Requests {
    Request of(boolean maybeSent);
  }

  private final Database database;
  private final Runs runs;
  private final Defect defect;
  private final long leaseNanos;

  OutsideCalls(Database database, Runs runs, Settings settings) {
    this.database = database;
    this.runs = runs;
    this.defect = settings.defect();
    this.leaseNanos = settings.lease().toNanos();
  }

  /**
   * The partner's name for the one effect of this request, made now or earlier.
   *
   * @param trace what is known of earlier requests of the step
   * @param intent recorded before the call, also when it turns out to have been made
   * @throws StepFailure it is not known to have happened; its result says whether it may have
   */
  String make(Claim claim, String step, Requests requests, StepLog.Trace trace, Intent intent)
      throws SQLException, StepFailure {
    Request request = requests.of(trace.maybeSent());
    if (trace.maybeSent() && defect.asksFirst()) {
      Answer found = ask(claim, step, request);
      if (found.kind() != Answer.Kind.NOT_FOUND || trace.byThisClaim()) {
        return found(step, found);
      }
    }
    checkTime(claim, step, trace);
    begin(claim, step, request, intent);
    checkTime(claim, step, trace); // the intent's commit may have been slow
    Answer answer = request.send();
    LOG.info("{}: sent {}: {}", claim, step, answer);
    boolean mayAsk = answer.notBefore() == null || defect == Defect.IGNORES_RETRY_AFTER;
    if (answer.kind() == Answer.Kind.UNKNOWN && defect.asksFirst() && mayAsk) {
      Answer found = ask(claim, step, requests.of(true));
      // not found yet is not never: the next attempt asks again before it sends
      answer = found.kind() == Answer.Kind.DONE ? found : answer.notBefore(found.notBefore());
    }
    return done(step, answer);
  }

  private Answer ask(Claim claim, String step, Request request) throws SQLException {
    if (defect.fences() && defect.fencesSteps()) {
      database.direct(
          c -> {
            runs.renew(c, claim);
            return null;
          });
    }
    Answer found = request.find();
    LOG.info("{}: asked for {}: {}", claim, step, found);
    return found;
  }

  /** Records the intent under the fence; returns while the lease is surely still ours. */
  void begin(Claim claim, String step, Request request, Intent intent)
      throws SQLException, StepFailure {
    for (int i = 0; i < 3; i++) {
      long asked = System.nanoTime();
      database.transaction(
          c -> {
            if (defect.fencesSteps()) {
              runs.begin(c, claim, step);
            }
            StepLog.begin(c, claim, step, request.requestKey(), request.digest());
            intent.record(c);
            return null;
          });
      // a pause between the commit and here may have outlasted the lease
      boolean surelyOurs = System.nanoTime() - asked < leaseNanos;
      if (surelyOurs || !defect.fences() || !defect.fencesSteps()) {
        return;
      }
    }
    throw failure(step, StepResult.NOT_SENT, "the database is slower than the lease");
  }

  /** A repeat must not leave past the next tick. */
  private void checkTime(Claim claim, String step, StepLog.Trace trace) throws StepFailure {
    if (trace.begun() && defect.boundsRetries() && claim.remaining().isNegative()) {
      throw failure(step, StepResult.NOT_SENT, "not done; too late to repeat");
    }
  }

  /** Of a question: that it is refused says nothing about the call. */
  private static String found(String step, Answer found) throws StepFailure {
    if (found.kind() == Answer.Kind.DONE) {
      return found.externalId();
    }
    throw found.onto(failure(step, StepResult.UNKNOWN, "asked: " + found.detail()));
  }

  private String done(String step, Answer answer) throws StepFailure {
    return switch (answer.kind()) {
      case DONE -> answer.externalId();
      case REFUSED ->
          throw defect == Defect.WRAPS_PERMANENT
              ? failure(step, StepResult.UNKNOWN, "failed: " + answer.detail())
              : new StepFailure(
                  StepFailure.Kind.PERMANENT,
                  step,
                  StepResult.REFUSED,
                  text(step, answer.detail()));
      case NOT_SENT -> throw answer.onto(failure(step, StepResult.NOT_SENT, answer.detail()));
      case UNKNOWN, NOT_FOUND ->
          throw answer.onto(failure(step, StepResult.UNKNOWN, answer.detail()));
    };
  }

  private static StepFailure failure(String step, StepResult result, String message) {
    return new StepFailure(StepFailure.Kind.RETRY, step, result, text(step, message));
  }

  private static String text(String step, String message) {
    return step.toLowerCase(java.util.Locale.ROOT) + ": " + message;
  }
}
