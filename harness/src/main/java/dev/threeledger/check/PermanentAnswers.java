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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * After a permanent answer there is no further request with an effect.
 *
 * <p>An answer binds only who knew it. The worker that got it knows it until its process ends;
 * another worker, or a new process, knows it once the first has committed something about the key:
 * it lived to record what it was told. An answer that was perhaps never read binds nobody: its
 * bytes were discarded, its caller had gone, or a latency or reset_peer toxic stood between the
 * partner and the worker when it was sent.
 */
final class PermanentAnswers {
  private static final Set<String> SLOW_OR_CUT = Set.of("latency", "reset_peer");

  private final Events events;
  private final Set<Integer> permanent;
  private final FencedRows rows;
  private final Set<Long> unread;
  private final Toxics toxics;
  private final Map<Long, Answer> answers = new HashMap<>();

  PermanentAnswers(RunRecord run, Events events) {
    this.events = events;
    List<Integer> statuses = run.subject().retry().permanent();
    permanent = statuses == null ? Set.of() : Set.copyOf(statuses);
    rows = new FencedRows(run, events, new Writers(events));
    toxics = new Toxics(events);
    unread =
        Stream.concat(
                events.of(AnswerDropped.class).stream().map(seen -> seen.event().request()),
                events.of(CallerGone.class).stream().map(seen -> seen.event().request()))
            .collect(Collectors.toSet());
    events
        .of(AnswerSent.class)
        .forEach(
            seen ->
                answers.putIfAbsent(
                    seen.event().request(), new Answer(seen.seq(), seen.event().status())));
    events
        .of(ErrorAnswered.class)
        .forEach(
            seen ->
                answers.putIfAbsent(
                    seen.event().request(), new Answer(seen.seq(), seen.event().status())));
  }

  void judge(OperationKey operationKey, List<Seen<RequestReceived>> requests, Findings findings) {
    for (Seen<RequestReceived> request : requests) {
      Answer answer = answers.get(request.event().request());
      if (answer == null
          || !permanent.contains(answer.status())
          || maybeUnread(request.event(), answer.seq())) {
        continue;
      }
      List<Seen<RequestReceived>> later =
          requests.stream()
              .filter(other -> other.seq() > answer.seq())
              .filter(other -> knew(other, request.event().worker(), answer.seq()))
              .toList();
      if (!later.isEmpty()) {
        findings.add(
            operationKey.key(),
            "%s for %s: request %d comes after request %d was answered %d, which is permanent"
                .formatted(
                    operationKey.operation(),
                    operationKey.key(),
                    later.get(0).event().request(),
                    request.event().request(),
                    answer.status()),
            later.get(0).seq(),
            List.of(request.seq(), answer.seq()));
        return;
      }
    }
  }

  private boolean maybeUnread(RequestReceived request, long answered) {
    return unread.contains(request.request())
        || toxics.inPlace(SLOW_OR_CUT, request.worker(), request.target(), answered);
  }

  private boolean knew(Seen<RequestReceived> later, String told, long answer) {
    boolean sameLife =
        told != null && told.equals(later.event().worker()) && !endedBetween(told, answer, later);
    return sameLife || recorded(told, answer, later);
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
            .anyMatch(row -> row.seq() > after && row.seq() < before.seq());
  }

  /** What a request was told, and when. */
  private record Answer(long seq, int status) {}
}
