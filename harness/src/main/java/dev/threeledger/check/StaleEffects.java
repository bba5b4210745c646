package dev.threeledger.check;

import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectDeduplicated;
import dev.threeledger.timeline.Event.RequestReceived;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A superseded holder adds no effect.
 *
 * <pre>
 *   1  worker 1 claims the key with token 1 and is paused
 *   2  worker 2 claims it with token 2: committed, and seen in the row history
 *   3  worker 1 goes on; its request is received      ← judged here: 3 is after 2
 *   4  the partner carries it out                     ← the finding
 * </pre>
 */
final class StaleEffects {
  private final Events events;
  private final Writers writers;
  private final Map<String, List<FencedRow>> history;
  private final FencedRows rows;
  private final Toxics toxics;
  private final Map<Long, Seen<RequestReceived>> requests = new HashMap<>();

  StaleEffects(Events events, Writers writers, FencedRows rows) {
    this.events = events;
    this.writers = writers;
    this.rows = rows;
    toxics = new Toxics(events);
    history = rows.byKey();
    events.of(RequestReceived.class).forEach(seen -> requests.put(seen.event().request(), seen));
  }

  void judge(Findings findings) {
    for (Seen<EffectApplied> effect : events.of(EffectApplied.class)) {
      Seen<RequestReceived> request = requests.get(effect.event().request());
      supersededBy(request).ifPresent(claim -> judgeApplied(effect, request, claim, findings));
    }
    for (Seen<EffectDeduplicated> repeat : events.of(EffectDeduplicated.class)) {
      Seen<RequestReceived> request = requests.get(repeat.event().request());
      supersededBy(request)
          .ifPresent(
              claim ->
                  findings.note(
                      "%s: superseded worker %s repeated %s; the partner knew the key (event %d)"
                          .formatted(
                              repeat.event().key(),
                              request.event().worker(),
                              repeat.event().operation(),
                              repeat.seq())));
    }
  }

  private void judgeApplied(
      Seen<EffectApplied> effect,
      Seen<RequestReceived> request,
      FencedRow claim,
      Findings findings) {
    String said =
        "%s: %s by worker %s took effect though %s had claimed the key (event %d) before the request (event %d)"
            .formatted(
                effect.event().key(),
                effect.event().operation(),
                request.event().worker(),
                claim.after().text(),
                claim.seq(),
                request.seq());
    if (toxics.anyOn(
        request.event().worker(), request.event().target(), claim.seq(), request.seq())) {
      findings.note(said + "; a latency toxic may have held it back");
    } else {
      findings.add(effect.event().key(), said, effect.seq(), List.of(claim.seq(), request.seq()));
    }
  }

  /** The last claim of the request's key before the request, when it is surely another worker's. */
  Optional<FencedRow> supersededBy(Seen<RequestReceived> request) {
    if (request == null || request.event().key() == null || request.event().worker() == null) {
      return Optional.empty();
    }
    String worker = request.event().worker();
    List<FencedRow> claims =
        history.getOrDefault(request.event().key(), List.of()).stream()
            .filter(FencedRow::claim)
            .toList();
    Optional<FencedRow> last =
        claims.stream().filter(claim -> claim.seq() < request.seq()).reduce((one, later) -> later);
    boolean ownClaimUnderWay =
        claims.stream()
            .filter(claim -> claim.seq() > request.seq())
            .filter(claim -> worker.equals(rows.claimant(claim)))
            .anyMatch(claim -> askedBefore(claim, request.seq()));
    return last.filter(claim -> !ownClaimUnderWay)
        .filter(claim -> rows.claimant(claim) != null)
        .filter(claim -> !worker.equals(rows.claimant(claim)));
  }

  private boolean askedBefore(FencedRow claim, long seq) {
    return writers.asked(claim.seen().event().xid()).map(asked -> asked.seq() < seq).orElse(true);
  }
}
