package dev.threeledger.check;

import dev.threeledger.scenario.Durations;
import dev.threeledger.scenario.Placeholders;
import dev.threeledger.scenario.Subject.Retry;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.verdict.CheckResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests for one operation and business key stay within the subject's own bounds: their
 * number, the time from the first to the last, none after a permanent answer, and pauses that are
 * not all alike.
 *
 * <p>Attempts of all holders of a key count together; they count anew once a person took it back on
 * record ({@link Lives}). A request of the life before that is received only then counts to the new
 * one, and could make it look one attempt longer. Requests that undo something have a bound of
 * their own where the subject declares one. Only requests with an effect count, and only those that
 * the partner received: attempts that never arrived are not seen, so the number is a lower bound
 * and accuses nobody wrongly. A permanent answer binds who knew it, see {@link PermanentAnswers}.
 *
 * <p>The time bound can accuse wrongly. It is wall clock, taken where requests arrive: one that was
 * made at the bound may land late. A tenth of the bound, at least 50 ms, is tolerated; behind a
 * latency toxic a request can be later than that through no fault of the subject. The pauses are
 * wall clock too, and chance can make them alike, see {@link Pauses}. Where the machine was too
 * busy ({@link Starvation}) time and pauses are not judged: INCONCLUSIVE.
 *
 * <p>Truth: the timeline's requests and answers. A subject without {@code retry:} promises nothing
 * here: PASS, with a note. Cost: requests of a key times its row changes.
 */
public final class BoundedAttempts implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "bounded-attempts";

  private static final Duration LEAST_TOLERANCE = Duration.ofMillis(50);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Retry retry = run.subject().retry();
    if (retry == null) {
      return CheckResult.of(
          NAME, List.of(), List.of("the subject declares no retry bounds; nothing was judged"));
    }
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Findings findings = new Findings(NAME, events);
    Integer attempts = number(run, retry.attempts());
    Integer undoAttempts =
        retry.undoAttempts() == null ? attempts : number(run, retry.undoAttempts());
    Duration within = retry.within() == null ? null : Durations.parse(filled(run, retry.within()));
    Lives lives = new Lives(run, events, new FencedRows(run, events, new Writers(events)));
    PermanentAnswers permanent = new PermanentAnswers(run, events);
    Pauses pauses = new Pauses(run, events);
    Map<OperationKey, List<Seen<RequestReceived>>> requests = events.effectRequests();
    requests.forEach(
        (operationKey, its) -> {
          if (operationKey.key() == null) {
            findings.doubt(
                operationKey.operation() + " was asked without a business key; not counted");
            return;
          }
          boolean undoes = its.get(0).event().undoes() != null;
          for (List<Seen<RequestReceived>> life : lives.split(operationKey.key(), its)) {
            judgeCount(operationKey, life, undoes ? undoAttempts : attempts, findings);
            judgeTime(operationKey, life, within, findings);
            permanent.judge(operationKey, life, findings);
            pauses.judge(operationKey, life, findings);
          }
        });
    if (requests.isEmpty()) {
      findings.note("no request with an effect was received");
    }
    return findings.result();
  }

  private static void judgeCount(
      OperationKey operationKey,
      List<Seen<RequestReceived>> requests,
      Integer attempts,
      Findings findings) {
    if (attempts != null && requests.size() > attempts) {
      findings.add(
          operationKey.key(),
          "%s for %s: %d requests, at most %d may be"
              .formatted(operationKey.operation(), operationKey.key(), requests.size(), attempts),
          requests.get(attempts).seq(),
          requests.stream().map(Seen::seq).toList());
    }
  }

  private static void judgeTime(
      OperationKey operationKey,
      List<Seen<RequestReceived>> requests,
      Duration within,
      Findings findings) {
    if (within == null) {
      return;
    }
    Seen<RequestReceived> first = requests.get(0);
    long boundNanos = within.plus(tolerance(within)).toNanos();
    requests.stream()
        .filter(seen -> seen.atNanos() - first.atNanos() > boundNanos)
        .findFirst()
        .ifPresent(
            late ->
                findings.addByClock(
                    operationKey.key(),
                    "%s for %s: request %d comes %d ms after the first; all must come within %d ms"
                        .formatted(
                            operationKey.operation(),
                            operationKey.key(),
                            late.event().request(),
                            (late.atNanos() - first.atNanos()) / 1_000_000,
                            within.toMillis()),
                    late.seq(),
                    List.of(first.seq())));
  }

  /** How much later than its bound something may be seen: a tenth, at least 50 ms. */
  static Duration tolerance(Duration within) {
    Duration tenth = within.dividedBy(10);
    return tenth.compareTo(LEAST_TOLERANCE) > 0 ? tenth : LEAST_TOLERANCE;
  }

  /** The number once the settings are filled in; null for none. */
  static Integer number(RunRecord run, String text) {
    return text == null ? null : Integer.valueOf(filled(run, text));
  }

  /** With the run's settings in place of their placeholders. */
  static String filled(RunRecord run, String text) {
    Map<String, String> values = new HashMap<>();
    run.settings().forEach((name, value) -> values.put("settings." + name, value));
    return Placeholders.fill(text, values);
  }
}
