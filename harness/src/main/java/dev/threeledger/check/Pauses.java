package dev.threeledger.check;

import dev.threeledger.scenario.Durations;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.RequestReceived;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Retries carry jitter: of five or more attempts, the pauses are not all alike.
 *
 * <p>A pause is what lies between the end of one attempt, as the caller knows it (its answer left,
 * or the caller closed), and the next request; so a time-out that is always the same does not hide
 * the jitter. An attempt whose end is not known leaves the pauses unjudged. Alike: the longest is
 * within 2 % of the shortest. Four pauses drawn evenly from nothing to the whole of a back-off that
 * does not grow fall that close together in one of 125,000 cases, drawn from its upper half in one
 * of 8,000; three would in one of 2,500 and one of 200, too often for an accusation.
 *
 * <p>An executor that looks for due retries at every turn of a declared {@code periodic} machinery
 * rounds its pauses to that period, jitter or not: pauses that all lie within 3 % of multiples of
 * one such period are a note. So a missing jitter stays unseen where the period is short against
 * the pauses: of 17 periods or more, every pause lies that near.
 */
final class Pauses {
  private static final int ATTEMPTS = 5;
  private static final double ALIKE = 1.02;

  private static final double NEAR = 0.03;

  private final Map<Long, Long> endNanos = new HashMap<>();
  private final Map<String, Duration> periods = new LinkedHashMap<>();

  Pauses(RunRecord run, Events events) {
    events
        .of(AnswerSent.class)
        .forEach(seen -> endNanos.put(seen.event().request(), seen.atNanos()));
    events
        .of(CallerGone.class)
        .forEach(seen -> endNanos.putIfAbsent(seen.event().request(), seen.atNanos()));
    run.subject()
        .periodic()
        .forEach(
            (machinery, text) ->
                periods.put(machinery, Durations.parse(BoundedAttempts.filled(run, text))));
  }

  void judge(OperationKey operationKey, List<Seen<RequestReceived>> requests, Findings findings) {
    List<Long> pausesNanos = pausesNanos(requests);
    if (requests.size() < ATTEMPTS || pausesNanos.size() < requests.size() - 1) {
      return;
    }
    long shortest = pausesNanos.stream().mapToLong(Long::longValue).min().orElseThrow();
    long longest = pausesNanos.stream().mapToLong(Long::longValue).max().orElseThrow();
    if (longest > shortest * ALIKE) {
      return;
    }
    Optional<String> rounding = rounding(pausesNanos);
    if (rounding.isPresent()) {
      findings.note(
          "%s for %s: jitter not judged: the pauses (%s) are multiples of %s"
              .formatted(
                  operationKey.operation(),
                  operationKey.key(),
                  millis(pausesNanos),
                  rounding.get()));
      return;
    }
    findings.addByClock(
        operationKey.key(),
        "%s for %s: no jitter: the pauses between %d requests are all alike (%s)"
            .formatted(
                operationKey.operation(), operationKey.key(), requests.size(), millis(pausesNanos)),
        requests.get(ATTEMPTS - 1).seq(),
        requests.stream().map(Seen::seq).toList());
  }

  /** The machinery, with its period, that all these pauses are multiples of. */
  private Optional<String> rounding(List<Long> pausesNanos) {
    return periods.entrySet().stream()
        .filter(entry -> pausesNanos.stream().allMatch(pause -> isMultiple(pause, entry)))
        .map(entry -> entry.getKey() + " " + Durations.write(entry.getValue()))
        .findFirst();
  }

  private static boolean isMultiple(long pauseNanos, Map.Entry<String, Duration> machinery) {
    long periodNanos = machinery.getValue().toNanos();
    if (periodNanos <= 0) {
      return false;
    }
    long multipleNanos = Math.round((double) pauseNanos / periodNanos) * periodNanos;
    return Math.abs(pauseNanos - multipleNanos) <= multipleNanos * NEAR;
  }

  private static String millis(List<Long> pausesNanos) {
    return pausesNanos.stream()
            .map(nanos -> String.valueOf(nanos / 1_000_000))
            .collect(Collectors.joining(", "))
        + " ms";
  }

  /** Shorter than the requests' number less one when an attempt's end is not known. */
  private List<Long> pausesNanos(List<Seen<RequestReceived>> requests) {
    List<Long> pauses = new ArrayList<>();
    for (int i = 1; i < requests.size(); i++) {
      Long end = endNanos.get(requests.get(i - 1).event().request());
      if (end != null && end <= requests.get(i).atNanos()) {
        pauses.add(requests.get(i).atNanos() - end);
      }
    }
    return pauses;
  }
}
