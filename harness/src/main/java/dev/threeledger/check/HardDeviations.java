package dev.threeledger.check;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.StopCondition;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.StopConditionMet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The deviations before which a run can be told to end. One judgement for both: while the run goes
 * on, before the partner applies the effect; and afterwards, by the check that owns the promise,
 * from the same events. The first effect, before which a drill ends, is no deviation and no
 * check's.
 *
 * <p>Never stops a run wrongly: what is not known for certain is no deviation. Judged by the order
 * of the timeline, never by a clock.
 */
public final class HardDeviations {
  private final RunRecord run;
  private final Events events;

  private HardDeviations(RunRecord run) {
    this.run = run;
    events = new Events(run);
  }

  /**
   * What would be broken by an effect.
   *
   * @param said one sentence
   * @param events seqs that show it
   */
  public record Deviation(String said, List<Long> events) {}

  /**
   * What the effect that a request asks for would break, if it were applied after these events.
   *
   * @param run as far as it has come, with everything committed so far in its row history: else a
   *     claim of the worker's own could be missing; its ledgers are not looked at
   * @param request number of the request, which is among the events
   */
  public static Optional<Deviation> before(RunRecord run, StopCondition condition, long request) {
    HardDeviations deviations = new HardDeviations(run);
    return deviations.events.of(RequestReceived.class).stream()
        .filter(seen -> seen.event().request() == request)
        .filter(seen -> seen.event().key() != null || condition == StopCondition.FIRST_EFFECT)
        .findFirst()
        .flatMap(
            seen ->
                switch (condition) {
                  case FIRST_EFFECT -> deviations.first(seen);
                  case SECOND_EFFECT -> deviations.second(seen);
                  case STALE_EFFECT -> deviations.stale(seen);
                  case EFFECT_AFTER_UNDO -> deviations.afterUndo(seen);
                });
  }

  /** Adds what the run was stopped for, where that is this check's promise. */
  static void judge(String check, RunRecord run, Findings findings) {
    for (Seen<StopConditionMet> stop : new Events(run).of(StopConditionMet.class)) {
      StopConditionMet met = stop.event();
      Optional<StopCondition> condition =
          Arrays.stream(StopCondition.values())
              .filter(one -> one.yamlName().equals(met.condition()))
              .filter(one -> one.check().filter(check::equals).isPresent())
              .findFirst();
      if (condition.isPresent()) {
        Optional<Deviation> deviation =
            before(upTo(run, met.judgedBy()), condition.get(), met.request());
        if (deviation.isPresent()) {
          findings.add(
              met.key(),
              deviation.get().said() + "; it was withheld and the run stopped",
              stop.seq(),
              deviation.get().events());
        } else {
          findings.doubt(
              "the run was stopped for %s at event %d, and the events before it do not show why"
                  .formatted(met.condition(), stop.seq()));
        }
      }
    }
  }

  private static RunRecord upTo(RunRecord run, long seq) {
    List<Entry> before = run.timeline().stream().filter(entry -> entry.seq() <= seq).toList();
    return new RunRecord(run.scenario(), run.subject(), run.settings(), before, run.ledgers());
  }

  // ── The drill ──────────────────────────────────────────────────────────────────────────────

  private Optional<Deviation> first(Seen<RequestReceived> asked) {
    RequestReceived request = asked.event();
    return events.of(EffectApplied.class).isEmpty()
        ? Optional.of(
            new Deviation(
                "request %d was about to make %s take effect, the first of the run"
                    .formatted(request.request(), request.operation()),
                List.of(asked.seq())))
        : Optional.empty();
  }

  // ── The three ──────────────────────────────────────────────────────────────────────────────

  private Optional<Deviation> second(Seen<RequestReceived> asked) {
    RequestReceived request = asked.event();
    List<String> undone =
        events.of(EffectUndone.class).stream().map(seen -> seen.event().effectId()).toList();
    return applied(request)
        .filter(seen -> !undone.contains(seen.event().effectId()))
        .findFirst()
        .map(
            seen ->
                new Deviation(
                    "%s: request %d was about to make %s take effect a second time; %s holds (event %d)"
                        .formatted(
                            request.key(),
                            request.request(),
                            request.operation(),
                            seen.event().effectId(),
                            seen.seq()),
                    List.of(seen.seq(), asked.seq())));
  }

  private Stream<Seen<EffectApplied>> applied(RequestReceived request) {
    return events.of(EffectApplied.class).stream()
        .filter(seen -> request.operation().equals(seen.event().operation()))
        .filter(seen -> request.key().equals(seen.event().key()));
  }

  private Optional<Deviation> stale(Seen<RequestReceived> asked) {
    if (run.subject().fencing() == null) {
      return Optional.empty();
    }
    Writers writers = new Writers(events);
    FencedRows rows = new FencedRows(run, events, writers);
    return new StaleEffects(events, writers, rows)
        .supersededBy(asked)
        .filter(claim -> !delayed(asked, claim))
        .map(
            claim ->
                new Deviation(
                    "%s: %s by worker %s was about to take effect though %s had claimed the key (event %d) before the request (event %d)"
                        .formatted(
                            asked.event().key(),
                            asked.event().operation(),
                            asked.event().worker(),
                            claim.after().text(),
                            claim.seq(),
                            asked.seq()),
                    List.of(claim.seq(), asked.seq())));
  }

  /** It may have been sent in time. */
  private boolean delayed(Seen<RequestReceived> asked, FencedRow claim) {
    return new Toxics(events)
        .anyOn(asked.event().worker(), asked.event().target(), claim.seq(), asked.seq());
  }

  private Optional<Deviation> afterUndo(Seen<RequestReceived> asked) {
    RequestReceived request = asked.event();
    List<String> ids = applied(request).map(seen -> seen.event().effectId()).toList();
    Optional<Long> undone =
        events.of(EffectUndone.class).stream()
            .filter(seen -> ids.contains(seen.event().effectId()))
            .map(Seen::seq)
            .findFirst();
    Optional<Long> cancelled =
        events.of(CancelNoted.class).stream()
            .filter(seen -> request.operation().equals(seen.event().undoes()))
            .filter(seen -> request.key().equals(seen.event().key()))
            .map(Seen::seq)
            .findFirst();
    Optional<Long> row =
        new FencedRows(run, events, new Writers(events))
            .of(request.key()).stream()
                .filter(seen -> seen.seq() < asked.seq())
                .reduce((one, later) -> later)
                .filter(last -> last.after() != null && last.after().role() == StateRole.UNDONE)
                .map(FencedRow::seq);
    String what =
        undone.isPresent()
            ? "it had been undone"
            : cancelled.isPresent()
                ? "its undo had been noted"
                : "the key had come to its end as undone";
    return undone
        .or(() -> cancelled)
        .or(() -> row)
        .map(
            seq ->
                new Deviation(
                    "%s: request %d was about to make %s take effect after %s (event %d)"
                        .formatted(
                            request.key(), request.request(), request.operation(), what, seq),
                    List.of(seq, asked.seq())));
  }
}
