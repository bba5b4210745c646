package dev.threeledger.check;

import dev.threeledger.scenario.Durations;
import dev.threeledger.scenario.Subject.Rate;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.verdict.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * However long an outside system is in trouble, in any time of the declared length there are at
 * most as many repeats as the subject's budgets say, per job type and per tenant, over all workers;
 * at most so many keys of a job type begin; and who is told when to come back does not come
 * earlier.
 *
 * <p>A repeat is a request with an effect for an operation and key after its first one; the first
 * of a next life ({@link Lives}) is none. A key begins with its first request. Told to come back is
 * who was answered 429 or 503 with Retry-After, and who knew of it, see {@link Told}. Only requests
 * that were received count, so a number is a lower bound.
 *
 * <p>Times are wall clock, taken where requests arrive, so this check can accuse wrongly. Requests
 * that left apart may arrive together: after a worker that was stopped is continued, behind a
 * latency toxic (that is a note), or on a busy machine. So a window is a tenth shorter than
 * declared, at least 50 ms, and one who comes back may be early by the same measure. A subject that
 * counts by fixed windows can send two budgets in one window of ours; its budget is then twice what
 * it counts to. A take-over after a crash repeats as well, and counts.
 *
 * <p>Where the machine was too busy ({@link Starvation}) two windows' requests may arrive in one:
 * only more than twice as many as allowed, and who comes back in less than half of the time, are
 * findings; anything less is INCONCLUSIVE.
 *
 * <p>Complete for keys whose job type and tenant are known: by execution ledger, due list, triggers
 * and the fencing table. Truth: the timeline's requests and answers. Retry-After is judged in any
 * subject; one that declares no {@code budget}, {@code tenant_budget} or {@code burst} is not
 * judged for those: a note. Cost: requests of a group, and of a key squared.
 */
public final class NoRetryStorm implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "no-retry-storm";

  private static final Set<Integer> COME_BACK = Set.of(429, 503);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    return new Judgement(run, events).result();
  }

  private interface Accusation {
    void of(String key, String message, long at, List<Long> events);
  }

  private static final class Judgement {
    private final RunRecord run;
    private final Rate rate;
    private final Toxics toxics;
    private final Told told;
    private final Lives lives;
    private final Ownership ownership;
    private final Map<OperationKey, List<Seen<RequestReceived>>> requests;
    private final Findings findings;

    Judgement(RunRecord run, Events events) {
      this.run = run;
      findings = new Findings(NAME, events);
      rate = run.subject().retry() == null ? null : run.subject().retry().rate();
      toxics = new Toxics(events);
      told = new Told(run, events);
      FencedRows rows = new FencedRows(run, events, new Writers(events));
      lives = new Lives(run, events, rows);
      ownership = new Ownership(run, events, rows);
      requests = events.effectRequests();
    }

    CheckResult result() {
      List<Seen<RequestReceived>> repeats = new ArrayList<>();
      List<Seen<RequestReceived>> starts = new ArrayList<>();
      Set<String> begun = new HashSet<>();
      requests.forEach(
          (operationKey, its) -> {
            if (operationKey.key() == null) {
              return;
            }
            for (List<Seen<RequestReceived>> life : lives.split(operationKey.key(), its)) {
              repeats.addAll(life.subList(1, life.size()));
              judgeComingBack(operationKey, life);
            }
          });
      requests.values().stream()
          .flatMap(List::stream)
          .sorted(Comparator.comparingLong(Seen::seq))
          .filter(seen -> seen.event().key() != null && begun.add(seen.event().key()))
          .forEach(starts::add);
      repeats.sort(Comparator.comparingLong(Seen::seq));
      if (rate == null) {
        findings.note("the subject declares no budget; only Retry-After was judged");
      } else {
        judgeRates(repeats, starts);
      }
      if (requests.isEmpty()) {
        findings.note("no request with an effect was received");
      }
      return findings.result();
    }

    private void judgeRates(
        List<Seen<RequestReceived>> repeats, List<Seen<RequestReceived>> starts) {
      judge(rate.budget(), "repeats of job type", repeats, ownership::kind);
      judge(rate.tenantBudget(), "repeats of tenant", repeats, ownership::tenant);
      judge(rate.burst(), "first requests of job type", starts, ownership::kind);
    }

    private void judge(
        String bound,
        String what,
        List<Seen<RequestReceived>> counted,
        Function<String, String> group) {
      Integer most = BoundedAttempts.number(run, bound);
      if (most == null) {
        return;
      }
      Map<String, List<Seen<RequestReceived>>> groups = new LinkedHashMap<>();
      for (Seen<RequestReceived> seen : counted) {
        String its = group.apply(seen.event().key());
        if (its == null) {
          findings.note(
              "%s: not counted among the %s: which is not known"
                  .formatted(seen.event().key(), what));
        } else {
          groups.computeIfAbsent(its, name -> new ArrayList<>()).add(seen);
        }
      }
      groups.forEach((name, its) -> judgeWindow(what + " " + name, its, most));
    }

    /** What is far too much on a busy machine too; else what is too much. */
    private void judgeWindow(String what, List<Seen<RequestReceived>> its, int most) {
      if (!findings.starved() || !exceeds(what, its, most, 2 * most, findings::add)) {
        exceeds(what, its, most, most, findings::addByClock);
      }
    }

    /** Tells of the first window with more than {@code counts}. */
    private boolean exceeds(
        String what, List<Seen<RequestReceived>> its, int most, int counts, Accusation accuse) {
      Duration per = Durations.parse(BoundedAttempts.filled(run, rate.per()));
      long windowNanos = per.minus(BoundedAttempts.tolerance(per)).toNanos();
      for (int last = counts; last < its.size(); last++) {
        int from = last - counts;
        long tookNanos = its.get(last).atNanos() - its.get(from).atNanos();
        if (tookNanos >= windowNanos) {
          continue;
        }
        List<Seen<RequestReceived>> within = its.subList(from, last + 1);
        String said =
            "%d %s within %d ms; at most %d may come in %d ms"
                .formatted(within.size(), what, tookNanos / 1_000_000, most, per.toMillis());
        if (within.stream().anyMatch(this::heldBack)) {
          findings.note(said + "; a latency toxic may have brought them together");
          continue;
        }
        accuse.of(
            its.get(last).event().key(),
            said,
            its.get(last).seq(),
            within.stream().map(Seen::seq).toList());
        return true;
      }
      return false;
    }

    private boolean heldBack(Seen<RequestReceived> seen) {
      return toxics.inPlace(
          Set.of("latency"), seen.event().worker(), seen.event().target(), seen.seq());
    }

    private void judgeComingBack(OperationKey operationKey, List<Seen<RequestReceived>> life) {
      for (Seen<RequestReceived> request : life) {
        told.read(request.event())
            .filter(answer -> COME_BACK.contains(answer.status()))
            .filter(answer -> answer.retryAfterMillis() != null)
            .ifPresent(answer -> judgeComingBack(operationKey, request, answer, life));
      }
    }

    private void judgeComingBack(
        OperationKey operationKey,
        Seen<RequestReceived> request,
        Told.Answer answer,
        List<Seen<RequestReceived>> life) {
      Duration wait = Duration.ofMillis(answer.retryAfterMillis());
      long earliestNanos = answer.atNanos() + wait.minus(BoundedAttempts.tolerance(wait)).toNanos();
      life.stream()
          .filter(later -> later.seq() > answer.seq() && later.atNanos() < earliestNanos)
          .filter(later -> told.knew(later, request.event(), answer))
          .findFirst()
          .ifPresent(early -> cameBackEarly(operationKey, request, answer, early));
    }

    /** Less than half of the time is early however late the harness saw the answer leave. */
    private void cameBackEarly(
        OperationKey operationKey,
        Seen<RequestReceived> request,
        Told.Answer answer,
        Seen<RequestReceived> early) {
      Duration wait = Duration.ofMillis(answer.retryAfterMillis());
      Duration after = Duration.ofNanos(early.atNanos() - answer.atNanos());
      String message =
          "%s for %s: request %d comes %d ms after request %d was answered %d with Retry-After %d s"
              .formatted(
                  operationKey.operation(),
                  operationKey.key(),
                  early.event().request(),
                  after.toMillis(),
                  request.event().request(),
                  answer.status(),
                  wait.toSeconds());
      List<Long> events = List.of(request.seq(), answer.seq());
      if (after.compareTo(wait.dividedBy(2)) < 0) {
        findings.add(operationKey.key(), message, early.seq(), events);
      } else {
        findings.addByClock(operationKey.key(), message, early.seq(), events);
      }
    }
  }
}
