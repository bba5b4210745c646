package dev.threeledger.check;

import dev.threeledger.timeline.Event.RequestReceived;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * After a permanent answer there is no further request with an effect by anybody who knew it, see
 * {@link Told}.
 */
final class PermanentAnswers {
  private final Set<Integer> permanent;
  private final Told told;

  PermanentAnswers(RunRecord run, Events events) {
    List<Integer> statuses = run.subject().retry().permanent();
    permanent = statuses == null ? Set.of() : Set.copyOf(statuses);
    told = new Told(run, events);
  }

  void judge(OperationKey operationKey, List<Seen<RequestReceived>> requests, Findings findings) {
    for (Seen<RequestReceived> request : requests) {
      Optional<Told.Answer> answer =
          told.read(request.event()).filter(one -> permanent.contains(one.status()));
      if (answer.isEmpty()) {
        continue;
      }
      List<Seen<RequestReceived>> later =
          requests.stream()
              .filter(other -> other.seq() > answer.get().seq())
              .filter(other -> told.knew(other, request.event(), answer.get()))
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
                    answer.get().status()),
            later.get(0).seq(),
            List.of(request.seq(), answer.get().seq()));
        return;
      }
    }
  }
}
