package dev.threeledger.check;

import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.verdict.CheckResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All requests for one operation and business key carry one idempotency key and one body, and no
 * idempotency key is shared with another operation of the same system or another business key.
 *
 * <p>Sound: it looks only at requests that the partner received; one that never arrived, or was
 * never answered, neither accuses nor excuses. Only requests with an effect count; a question may
 * carry what it likes. An operation none of whose requests carries an idempotency key is taken to
 * have none: a note, though the subject may have forgotten all of them. Complete for requests that
 * name a business key. Bodies are compared by their digest, taken before masking. Truth: the
 * timeline's requests. Cost: one pass.
 */
public final class StableKey implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "stable-key";

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
    Map<OperationKey, List<Seen<RequestReceived>>> requests = events.effectRequests();
    Set<String> keyed = keyed(requests);
    requests.forEach((operationKey, its) -> judge(operationKey, its, keyed, findings));
    judgeSharing(requests, findings);
    if (requests.isEmpty()) {
      findings.note("no request with an effect was received");
    }
    return findings.result();
  }

  private static void judge(
      OperationKey operationKey,
      List<Seen<RequestReceived>> requests,
      Set<String> keyed,
      Findings findings) {
    judgeMissing(operationKey, requests, keyed, findings);
    if (operationKey.key() == null) {
      findings.doubt(
          operationKey.operation()
              + " was asked at event "
              + requests.get(0).seq()
              + " without a business key; what belongs together is not known");
      return;
    }
    judgeOne("idempotency key", operationKey, requests, RequestReceived::idempotencyKey, findings);
    judgeOne("body digest", operationKey, requests, RequestReceived::bodyDigest, findings);
  }

  /** Without a key while another request of the operation carries one: it was forgotten. */
  private static void judgeMissing(
      OperationKey operationKey,
      List<Seen<RequestReceived>> requests,
      Set<String> keyed,
      Findings findings) {
    Optional<Seen<RequestReceived>> bare =
        requests.stream().filter(seen -> seen.event().idempotencyKey() == null).findFirst();
    if (bare.isEmpty()) {
      return;
    }
    if (!keyed.contains(operationKey.operation())) {
      findings.note(operationKey.operation() + " carries no idempotency keys");
      return;
    }
    findings.add(
        operationKey.key(),
        "request %d to %s carries no idempotency key"
            .formatted(bare.get().event().request(), operationKey.operation()),
        bare.get().seq(),
        List.of());
  }

  /** Operations of which at least one request in the run carries an idempotency key. */
  private static Set<String> keyed(Map<OperationKey, List<Seen<RequestReceived>>> requests) {
    return requests.values().stream()
        .flatMap(List::stream)
        .filter(seen -> seen.event().idempotencyKey() != null)
        .map(seen -> seen.event().operation())
        .collect(Collectors.toSet());
  }

  /** All requests that carry the part carry the same. */
  private static void judgeOne(
      String what,
      OperationKey operationKey,
      List<Seen<RequestReceived>> requests,
      Function<RequestReceived, String> part,
      Findings findings) {
    List<Seen<RequestReceived>> carrying =
        requests.stream().filter(seen -> part.apply(seen.event()) != null).toList();
    for (Seen<RequestReceived> seen : carrying) {
      Seen<RequestReceived> first = carrying.get(0);
      if (!part.apply(seen.event()).equals(part.apply(first.event()))) {
        findings.add(
            operationKey.key(),
            "%s for %s: request %d carries %s %s, request %d carried %s"
                .formatted(
                    operationKey.operation(),
                    operationKey.key(),
                    seen.event().request(),
                    what,
                    shown(part.apply(seen.event())),
                    first.event().request(),
                    shown(part.apply(first.event()))),
            seen.seq(),
            List.of(first.seq()));
        return;
      }
    }
  }

  private static void judgeSharing(
      Map<OperationKey, List<Seen<RequestReceived>>> requests, Findings findings) {
    Map<List<String>, Seen<RequestReceived>> owners = new HashMap<>();
    Set<List<Object>> told = new HashSet<>();
    requests.values().stream()
        .flatMap(List::stream)
        .filter(seen -> seen.event().idempotencyKey() != null && seen.event().key() != null)
        .sorted((one, other) -> Long.compare(one.seq(), other.seq()))
        .forEach(
            seen -> {
              RequestReceived request = seen.event();
              List<String> shared = List.of(request.target(), request.idempotencyKey());
              Seen<RequestReceived> owner = owners.putIfAbsent(shared, seen);
              if (owner != null
                  && !sameDoing(owner.event(), request)
                  && told.add(List.of(shared, request.operation(), request.key()))) {
                findings.add(
                    request.key(),
                    sharing(owner.event(), request),
                    seen.seq(),
                    List.of(owner.seq()));
              }
            });
  }

  private static boolean sameDoing(RequestReceived one, RequestReceived other) {
    return one.operation().equals(other.operation()) && Objects.equals(one.key(), other.key());
  }

  private static String sharing(RequestReceived owner, RequestReceived request) {
    return "idempotency key %s of %s for %s is carried by request %d, which is %s for %s"
        .formatted(
            shown(owner.idempotencyKey()),
            owner.operation(),
            owner.key(),
            request.request(),
            request.operation(),
            request.key());
  }

  /** Enough of it to tell two apart. */
  private static String shown(String part) {
    return part.length() > 64 ? part.substring(0, 64) + "…" : part;
  }
}
