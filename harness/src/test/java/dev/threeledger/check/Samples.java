package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Invariant;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.verdict.Verdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A subject like the reference executor's statement job, and what goes with it. */
public final class Samples {
  /** The key that most tests are about. */
  public static final String KEY = "1/2026-01-31";

  private Samples() {}

  /** With fencing, transitions and retry bounds. */
  public static Subject subject() {
    return subject(
        new Subject.Fencing(
            "statement_run",
            List.of("tenant_id", "statement_date"),
            "fencing_token",
            "holder",
            "status"),
        new Subject.Retry(
            "${settings.maxAttempts}", "${settings.tick}", List.of(400, 409, 422), null, null));
  }

  public static Subject subject(Subject.Fencing fencing, Subject.Retry retry) {
    return subject(
        fencing,
        retry,
        Map.of("tick", "${settings.tick}"),
        Map.of(
            "statement",
            new Subject.Reconcile(StateRole.DONE, 1, "payments.charge", true, List.of())));
  }

  /** With steps and their undoing, manual review on record, rates, tenants and fair share. */
  static Subject saga() {
    return saga(
        new Subject.Retry("4", "800ms", List.of(422), "2", new Subject.Rate("3", "1s", "2", "3")),
        List.of());
  }

  static Subject saga(Subject.Retry retry, List<Invariant> invariants) {
    Subject subject = subject();
    return subject(
        subject.fencing(),
        retry,
        subject.periodic(),
        Map.of(
            "order",
            new Subject.Reconcile(
                StateRole.DONE, 0, "payments.charge", false, List.of("inventory.reserve"))),
        new Subject.Promises(
            "tenant_id",
            new Subject.Manual(
                "owner",
                "remedy",
                "reason",
                new Subject.Audit("manual_audit", "who", "why", "before", "after")),
            "1",
            invariants));
  }

  /** Declares nothing about its ledgers. */
  static Subject withoutReconcile() {
    Subject subject = subject();
    return subject(subject.fencing(), subject.retry(), subject.periodic(), Map.of());
  }

  static Subject subject(
      Subject.Fencing fencing,
      Subject.Retry retry,
      Map<String, String> periodic,
      Map<String, Subject.Reconcile> reconcile) {
    return subject(fencing, retry, periodic, reconcile, Subject.Promises.NONE);
  }

  private static Subject subject(
      Subject.Fencing fencing,
      Subject.Retry retry,
      Map<String, String> periodic,
      Map<String, Subject.Reconcile> reconcile,
      Subject.Promises promises) {
    return new Subject(
        "sample",
        Path.of("."),
        null,
        List.of("worker"),
        List.of(),
        List.of(),
        Map.of(),
        null,
        Map.of(),
        "TERM",
        Duration.ofSeconds(5),
        Map.of("maxAttempts", "4", "tick", "800ms"),
        periodic,
        Map.of(
            "statement",
            List.of("tenant_id", "statement_date"),
            "statement_run",
            List.of("tenant_id", "statement_date")),
        fencing,
        "",
        "",
        reconcile,
        Map.of(
            "RUNNING", StateRole.ACTIVE,
            "COMPENSATING", StateRole.ACTIVE,
            "READY", StateRole.WAITING,
            "RETRY_WAIT", StateRole.WAITING,
            "SUCCEEDED", StateRole.DONE,
            "COMPENSATED", StateRole.UNDONE,
            "MANUAL_REVIEW", StateRole.MANUAL),
        Map.of(
            "READY", List.of("RUNNING"),
            "RUNNING",
                List.of("RUNNING", "SUCCEEDED", "RETRY_WAIT", "COMPENSATING", "MANUAL_REVIEW"),
            "RETRY_WAIT", List.of("RUNNING", "MANUAL_REVIEW"),
            "COMPENSATING", List.of("COMPENSATED", "MANUAL_REVIEW"),
            "MANUAL_REVIEW", List.of("RUNNING", "RETRY_WAIT", "COMPENSATING")),
        retry,
        List.of(),
        promises,
        Path.of("subject.yaml"));
  }

  public static Scenario scenario(
      List<Fault> faults,
      Map<String, Integer> survives,
      List<Scenario.Expectation> expect,
      List<String> checks) {
    return scenario(faults, survives, expect, checks, List.of());
  }

  static Scenario scenario(
      List<Fault> faults,
      Map<String, Integer> survives,
      List<Scenario.Expectation> expect,
      List<String> checks,
      List<String> secrets) {
    return new Scenario(
        "sample",
        faults.isEmpty() ? "normal" : "failure",
        "statement",
        List.of(),
        "claim",
        new Scenario.Given(null, 2, Map.of(), Map.of()),
        secrets,
        null,
        List.of(),
        faults,
        List.of(),
        survives,
        expect,
        checks,
        List.of(),
        new Scenario.Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300)),
        Verdict.PASS,
        Path.of("sample.yaml"));
  }

  public static LedgerRow ledgerRow(String key, String kind, String amount, String state) {
    return new LedgerRow(
        key, kind, amount == null ? null : new BigDecimal(amount), state, Map.of());
  }
}
