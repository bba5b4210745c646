package dev.threeledger.check;

import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerKilled;
import dev.threeledger.timeline.Event.WorkerStarted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What requests were told, and who knows it.
 *
 * <p>An answer binds only who knew it. The worker that got it knows it until its process ends;
 * another worker, or a new process, knows it once the first has committed something about the key
 * that it asked to commit after the answer: it lived to record what it was told. A commit that only
 * moves times, as a heartbeat prolongs a lease, records nothing. An answer that was perhaps never
 * read binds nobody: its bytes were discarded, its caller had gone, or a latency or reset_peer
 * toxic stood between the partner and the worker when it was sent.
 */
final class Told {
  private static final Set<String> SLOW_OR_CUT = Set.of("latency", "reset_peer");

  /**
   * What a request was told, and when.
   *
   * @param retryAfterMillis null when it was not told to wait
   */
  record Answer(long seq, long atNanos, int status, Long retryAfterMillis) {}

  private final Events events;
  private final Writers writers;
  private final FencedRows rows;
  private final Set<Long> unread;
  private final Toxics toxics;
  private final Map<Long, Answer> answers = new HashMap<>();

  Told(RunRecord run, Events events) {
    this.events = events;
    writers = new Writers(events);
    rows = new FencedRows(run, events, writers);
    toxics = new Toxics(events);
    unread =
        Stream.concat(
                events.of(AnswerDropped.class).stream().map(seen -> seen.event().request()),
                events.of(CallerGone.class).stream().map(seen -> seen.event().request()))
            .collect(Collectors.toSet());
    for (Seen<ErrorAnswered> seen : events.of(ErrorAnswered.class)) {
      ErrorAnswered error = seen.event();
      answers.put(
          error.request(),
          new Answer(seen.seq(), seen.atNanos(), error.status(), error.retryAfterMillis()));
    }
    for (Seen<AnswerSent> seen : events.of(AnswerSent.class)) {
      Answer error = answers.get(seen.event().request());
      Long retryAfter = error == null ? null : error.retryAfterMillis();
      answers.put(
          seen.event().request(),
          new Answer(seen.seq(), seen.atNanos(), seen.event().status(), retryAfter));
    }
  }

  /** The answer, when its caller surely had the time and the means to read it. */
  Optional<Answer> read(RequestReceived request) {
    return Optional.ofNullable(answers.get(request.request()))
        .filter(answer -> !unread.contains(request.request()))
        .filter(
            answer ->
                !toxics.inPlace(SLOW_OR_CUT, request.worker(), request.target(), answer.seq()));
  }

  /** True when who sent the later request knew what the earlier one was told. */
  boolean knew(Seen<RequestReceived> later, RequestReceived earlier, Answer answer) {
    String told = earlier.worker();
    boolean sameLife =
        told != null
            && told.equals(later.event().worker())
            && !endedBetween(told, answer.seq(), later);
    return sameLife || recorded(told, answer.seq(), later);
  }

  private boolean endedBetween(String worker, long after, Seen<RequestReceived> before) {
    Set<Long> ends = new TreeSet<>();
    Stream.of(
            events.of(WorkerExited.class),
            events.of(WorkerKilled.class),
            events.of(WorkerStarted.class))
        .flatMap(List::stream)
        .filter(seen -> worker.equals(seen.event().worker()))
        .forEach(seen -> ends.add(seen.seq()));
    return ends.stream().anyMatch(seq -> seq > after && seq < before.seq());
  }

  private boolean recorded(String told, long after, Seen<RequestReceived> before) {
    return told != null
        && rows.of(before.event().key()).stream()
            .filter(row -> told.equals(row.worker()))
            .filter(row -> row.seq() > after && row.seq() < before.seq())
            .anyMatch(row -> row.changesMoreThanTimes() && !askedBefore(row, after));
  }

  /** What was asked to be committed before an answer was sent cannot hold that answer. */
  private boolean askedBefore(FencedRow row, long answer) {
    return writers.asked(row.seen().event().xid()).filter(ask -> ask.seq() < answer).isPresent();
  }
}
