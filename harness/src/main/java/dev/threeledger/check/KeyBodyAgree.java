package dev.threeledger.check;

import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.verdict.CheckResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A key that was accepted with one input is not accepted with another: such a trigger is refused,
 * and changes nothing.
 *
 * <p>Judged, per job and key:
 *
 * <ul>
 *   <li>two triggers with different inputs are not both answered 2xx; the second answer is the
 *       finding;
 *   <li>after a trigger with another input was refused (409 or 422), no operation takes effect with
 *       another body or amount than it was asked for before that trigger left.
 * </ul>
 *
 * <p>Sound: judged by what was sent, answered and carried out. A trigger without an answer may or
 * may not have been accepted and binds nobody; nor does one without any input, which says nothing
 * of it. An answer that is neither 2xx, 409 nor 422 to another input is a note: it may be
 * temporary. Inputs and bodies are compared by their digests, taken before masking.
 *
 * <p>Not judged here is what {@code stable-key} has: that the <em>requests</em> for one operation
 * and key carry one body, which is also what makes a partner refuse a known idempotency key with
 * another one. Complete for keys that are triggered; which input a subject uses for the first
 * request of an operation cannot be seen.
 *
 * <p>Truth: triggers and the partner's report; claim: the answers, which is what this promise is
 * about. Cost: triggers and effects of a key.
 */
public final class KeyBodyAgree implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "key-body-agree";

  private static final Set<Integer> REFUSED = Set.of(409, 422);

  /** A trigger with input, and its answer. */
  private record Asked(Seen<TriggerSent> sent, Seen<TriggerAnswered> answered) {
    String digest() {
      return sent.event().inputDigest();
    }

    int status() {
      return answered.event().status();
    }

    boolean accepted() {
      return status() / 100 == 2;
    }
  }

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
    Findings findings = new Findings(NAME);
    Map<List<String>, List<Asked>> asked = asked(events);
    Map<Long, Seen<RequestReceived>> requests = new HashMap<>();
    events.of(RequestReceived.class).forEach(seen -> requests.put(seen.event().request(), seen));
    asked.values().forEach(its -> judge(events, requests, its, findings));
    if (asked.isEmpty()) {
      findings.note("no trigger with an input was answered");
    }
    return findings.result();
  }

  /** Triggers with an input that were answered, by job and key, in the order of the answers. */
  private static Map<List<String>, List<Asked>> asked(Events events) {
    Map<Integer, Seen<TriggerSent>> sent = new HashMap<>();
    events.of(TriggerSent.class).forEach(seen -> sent.put(seen.event().trigger(), seen));
    Map<List<String>, List<Asked>> asked = new LinkedHashMap<>();
    for (Seen<TriggerAnswered> answered : events.of(TriggerAnswered.class)) {
      Seen<TriggerSent> its = sent.get(answered.event().trigger());
      if (its != null && its.event().inputDigest() != null) {
        asked
            .computeIfAbsent(List.of(its.event().job(), its.event().key()), k -> new ArrayList<>())
            .add(new Asked(its, answered));
      }
    }
    return asked;
  }

  private static void judge(
      Events events,
      Map<Long, Seen<RequestReceived>> requests,
      List<Asked> its,
      Findings findings) {
    Asked first = its.stream().filter(Asked::accepted).findFirst().orElse(null);
    if (first == null) {
      return;
    }
    String key = first.sent().event().key();
    for (Asked other : its) {
      if (other.digest().equals(first.digest())) {
        continue;
      }
      if (other.accepted()) {
        findings.add(
            key,
            "%s: trigger %d is accepted (%d) with another input than trigger %d was"
                .formatted(
                    key,
                    other.sent().event().trigger(),
                    other.status(),
                    first.sent().event().trigger()),
            other.answered().seq(),
            List.of(first.sent().seq(), first.answered().seq(), other.sent().seq()));
      } else if (REFUSED.contains(other.status())) {
        judgeRefused(events, requests, key, other, findings);
      } else {
        findings.note(
            "%s: trigger %d with another input is answered %d; a refusal says 409 or 422"
                .formatted(key, other.sent().event().trigger(), other.status()));
      }
    }
  }

  /** What was refused must not have been done. */
  private static void judgeRefused(
      Events events,
      Map<Long, Seen<RequestReceived>> requests,
      String key,
      Asked refused,
      Findings findings) {
    for (Seen<EffectApplied> effect : events.effects(key)) {
      Seen<RequestReceived> request = requests.get(effect.event().request());
      if (request == null || request.seq() < refused.sent().seq()) {
        continue;
      }
      events.requests(key).stream()
          .filter(earlier -> earlier.seq() < refused.sent().seq())
          .filter(earlier -> earlier.event().operation().equals(effect.event().operation()))
          .filter(earlier -> differ(earlier.event(), request.event()))
          .min((one, two) -> Long.compare(one.seq(), two.seq()))
          .ifPresent(
              earlier ->
                  findings.add(
                      key,
                      "%s: %s takes effect with another body than before trigger %d, which was refused (%d) for its other input"
                          .formatted(
                              key,
                              effect.event().operation(),
                              refused.sent().event().trigger(),
                              refused.status()),
                      effect.seq(),
                      List.of(
                          earlier.seq(),
                          refused.sent().seq(),
                          refused.answered().seq(),
                          request.seq())));
    }
  }

  private static boolean differ(RequestReceived one, RequestReceived other) {
    return !Objects.equals(one.bodyDigest(), other.bodyDigest())
        || !Objects.equals(one.amount(), other.amount());
  }
}
