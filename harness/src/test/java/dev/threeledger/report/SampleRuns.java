package dev.threeledger.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.timeline.Event;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A batch of three made-up runs as real ones would leave it: a PASS, a FAIL, an INCONCLUSIVE. */
final class SampleRuns {
  private static final String KEY = Script.KEY;
  private final BatchFolder batch;
  private long kill;
  private long secondCharge;
  private long firstCharge;

  private SampleRuns(BatchFolder batch) {
    this.batch = batch;
  }

  static BatchFolder write(Path reports) throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    SampleRuns samples = new SampleRuns(batch);
    samples.pass();
    samples.fail();
    samples.inconclusive();
    samples.storm();
    BatchReport.write(batch);
    return batch;
  }

  private void pass() throws IOException {
    RunFolder run = open("crash-after-commit/failure", "crash-after-commit");
    Script script = new Script(run.timelineWriter());
    crash(script, "1");
    takeOver(script, true);
    script.end(List.of("2"), "business", "external", "execution");
    CellVerdict verdict =
        new CellVerdict(
            Verdict.PASS, Verdict.PASS, List.of(), checks(List.of()), List.of(landing(true)));
    finish(run, verdict, List.of(charge("ch_1", "applied")));
  }

  private void fail() throws IOException {
    RunFolder run = open("crash-after-commit/boundary-no-dedupe", "crash-after-commit");
    Script script = new Script(run.timelineWriter());
    crash(script, "1");
    takeOver(script, false);
    script.end(List.of("2"), "business", "external", "execution");
    Finding finding =
        new Finding(
            "at-most-one-effect",
            KEY,
            "Key 1/2026-01-31 was charged twice: ch_1 by worker 1 before it was killed, ch_2 by worker 2 after it took over.",
            secondCharge,
            List.of(firstCharge, secondCharge));
    CellVerdict verdict =
        new CellVerdict(
            Verdict.FAIL,
            Verdict.PASS,
            List.of(),
            checks(List.of(finding)),
            List.of(landing(true)));
    finish(run, verdict, List.of(charge("ch_1", "applied"), charge("ch_2", "applied")));
  }

  private void inconclusive() throws IOException {
    RunFolder run = open("response-lost/failure", "response-lost");
    Script script = new Script(run.timelineWriter());
    crash(script, "2");
    script.end(List.of("1", "2"), "business", "execution");
    CellVerdict verdict =
        new CellVerdict(
            Verdict.INCONCLUSIVE,
            Verdict.PASS,
            List.of(
                "Fault kill did not land: see below.",
                "The external ledger was not read: connection refused."),
            List.of(
                CheckResult.inconclusive("at-most-one-effect", "the external ledger was not read"),
                CheckResult.of("single-holder", List.of(), List.of())),
            List.of(landing(false)));
    finish(run, verdict, null);
  }

  /** Many events, three workers, a pause, a toxic, a hold: as crowded as a run gets. */
  private void storm() throws IOException {
    RunFolder run = open("retry-overlaps-next-tick/failure", "retry-overlaps-next-tick");
    Script script = new Script(run.timelineWriter());
    script.startWorkers(3);
    script.later(1);
    script.add(new Event.TriggerSent(1, "1", "statement", KEY));
    script.claim("1", 748, 1);
    script.add(new Event.PointReached("slow", "1", KEY, 1, script.timeline.lastSeq()));
    script.add(
        new Event.ToxicAdded("slow", "1", "payments", "latency", "{latency: 300, jitter: 0}"));
    long last = 0;
    for (int attempt = 1; attempt <= 25; attempt++) {
      String worker = "" + (1 + attempt % 3);
      String key = Script.IDEMPOTENCY_KEY + "/" + attempt;
      long request = script.request(worker, "payments.charge", "charge", key);
      last = script.applied(worker, request, "ch_" + attempt, key);
      if (attempt % 4 == 0) {
        script.add(new Event.AnswerDropped(worker, "payments.charge", request, KEY));
        script.add(new Event.CallerGone(worker, null, request, null));
      } else {
        script.answered(worker, "payments.charge", request, 201);
      }
      script.claim(worker, 750 + attempt, 2 + attempt);
      if (attempt == 6) {
        script.add(new Event.WorkerPaused("freeze", "2", 4713, Map.of("4713", "T", "4719", "T")));
      }
      if (attempt == 17) {
        script.later(180);
        script.add(new Event.WorkerResumed("freeze", "2", 4713));
        script.add(new Event.ToxicRemoved("slow", "1", "payments", "latency"));
        script.add(new Event.FaultHealed("slow"));
      }
    }
    script.end(List.of("1", "2", "3"), "business", "external", "execution");
    Finding finding =
        new Finding(
            "no-retry-storm",
            null,
            "25 requests to payments.charge within one tick of 800 ms, where 4 are allowed.",
            last,
            List.of(last));
    CellVerdict verdict =
        new CellVerdict(Verdict.FAIL, Verdict.FAIL, List.of(), checks(List.of(finding)), List.of());
    finish(run, verdict, List.of(charge("ch_1", "applied"), charge("ch_2", "applied")));
  }

  private void crash(Script script, String victim) {
    script.startWorkers(2);
    script.later(1);
    script.add(new Event.TriggerSent(1, "1", "statement", KEY));
    script.claim("1", 748, 1);
    long request = script.request("1", "payments.charge", "charge", Script.IDEMPOTENCY_KEY);
    firstCharge = script.applied("1", request, "ch_1", Script.IDEMPOTENCY_KEY);
    script.answered("1", "payments.charge", request, 201);
    script.later(1);
    script.begin();
    script.statement(
        "1",
        "INSERT INTO statement (tenant_id, statement_date, amount, charge_id) VALUES ($1, $2, $3, $4)",
        "INSERT 0 1",
        "1",
        "2026-01-31",
        "120.50",
        "ch_1");
    script.statement(
        "1",
        "UPDATE statement_run SET status = 'SUCCEEDED' WHERE tenant_id = $1 AND statement_date = $2 AND fencing_token = $3",
        "UPDATE 1",
        "1",
        "2026-01-31",
        "1");
    script.asked("1", 749, "statement", "statement_run");
    script.changed(
        749,
        "statement",
        Event.RowOperation.INSERT,
        "tenant_id",
        "1",
        "statement_date",
        "2026-01-31",
        "amount",
        "120.50",
        "charge_id",
        "ch_1");
    script.acknowledged("1", 749);
    long point = script.timeline.lastSeq();
    if (!victim.equals("1")) {
      script.forwarded("1");
      return;
    }
    script.add(new Event.PointReached("kill", "1", KEY, 1, point));
    script.add(new Event.Held("kill", "1", KEY));
    script.later(11);
    kill = script.add(new Event.WorkerKilled("kill", "1", 4712));
    script.add(new Event.WorkerExited("1", 4712, null, "KILL", true));
    script.later(0.6);
    script.add(new Event.TriggerUnanswered(1, "1", "statement", KEY, "connection reset"));
    script.add(new Event.ConnectionClosed("1", 1, "harness"));
    script.later(21);
    script.add(new Event.BackendsGone("1", 0));
    script.add(new Event.FaultHealed("kill"));
  }

  private void takeOver(Script script, boolean correct) {
    for (int tick = 0; tick < 6; tick++) {
      script.later(66);
      script.begin();
      script.statement(
          "2",
          "SELECT tenant_id, statement_date FROM statement_run WHERE status = 'RUNNING' AND lease_until < now() LIMIT 10 FOR UPDATE SKIP LOCKED",
          "SELECT 0");
      script.add(new Event.RolledBack("2", 2, 2 + tick, null));
    }
    script.claim("2", 750, 2);
    String key = correct ? Script.IDEMPOTENCY_KEY : "statement/1/2026-01-31/attempt-2";
    long find = script.request("2", "payments.find", null, Script.IDEMPOTENCY_KEY);
    script.answered("2", "payments.find", find, 200);
    long request = script.request("2", "payments.charge", "charge", key);
    if (correct) {
      script.later(0.4);
      script.add(
          new Event.EffectDeduplicated(
              "2", "payments.charge", request, "charge", "ch_1", key, KEY));
    } else {
      secondCharge = script.applied("2", request, "ch_2", key);
    }
    script.answered("2", "payments.charge", request, correct ? 200 : 201);
    script.begin();
    script.statement(
        "2",
        "UPDATE statement_run SET status = 'SUCCEEDED' WHERE tenant_id = $1 AND statement_date = $2 AND fencing_token = $3",
        "UPDATE 1",
        "1",
        "2026-01-31",
        "2");
    script.asked("2", 751, "statement_run");
    script.changed(751, "statement_run", Event.RowOperation.UPDATE, "status", "SUCCEEDED");
    script.acknowledged("2", 751);
    script.forwarded("2");
  }

  private Landing landing(boolean landed) {
    return landed
        ? new Landing(
            "kill",
            true,
            List.of(
                "The commit of transaction 749 was acknowledged by the database and is in the change stream.",
                "No byte of the acknowledgement was forwarded to worker 1.",
                "Process group 4712 got SIGKILL and no process of it is left in /proc."),
            List.of(),
            List.of(kill - 3, kill))
        : new Landing(
            "kill",
            false,
            List.of("The point was watched from 63.0 ms on."),
            List.of("The commit of statement for key 1/2026-01-31 by worker 2 never came."),
            List.of());
  }

  private static List<CheckResult> checks(List<Finding> findings) {
    return List.of(
        CheckResult.of("at-most-one-effect", findings, List.of()),
        CheckResult.of("no-silent-loss", List.of(), List.of()),
        CheckResult.of("records-agree", List.of(), List.of()),
        CheckResult.of("stable-key", List.of(), List.of()),
        CheckResult.of(
            "single-holder",
            List.of(),
            List.of("A deduplicated repeat by worker 2 with the same key added no effect.")),
        CheckResult.of("recovers", List.of(), List.of("Recovered 431 ms after the fault.")));
  }

  private RunFolder open(String cell, String scenario) throws IOException {
    RunFolder run = batch.run(cell, 1);
    JsonNode tree =
        new YAMLMapper()
            .readTree(
                """
                scenario: %s
                claim: A worker that dies between the acknowledged commit and its next step loses nothing and repeats nothing.
                fault:
                  - name: kill
                    on: { db: commit, wrote: statement, key: 1/2026-01-31, worker: 1 }
                    side: after
                    do: crash
                """
                    .formatted(scenario));
    run.writeRun(
        new RunAsked(
            cell,
            cell,
            20260131,
            1,
            List.of(),
            "scenarios/statement/" + scenario + ".yaml",
            "reference-impl/subject.yaml",
            Map.of("lease", "400ms"),
            tree,
            new YAMLMapper().createObjectNode(),
            "",
            null));
    run.writeEnvironment(
        EnvironmentRecord.here(batch.path())
            .version("postgres", "18.6")
            .notApplicable("consumer-offsets", "the subject reads no message log"));
    Files.writeString(
        run.log("1"),
        "INFO  ready on port 41231\nWARN  <script>alert('a subject may print anything')</script>\n");
    Files.writeString(run.log("2"), "INFO  ready on port 41232\n");
    return run;
  }

  private static void finish(RunFolder run, CellVerdict verdict, List<LedgerRow> external)
      throws IOException {
    LedgerRow business = row("statement", "120.50", null, "charge_id", "ch_1");
    LedgerRow execution = row("statement", null, "SUCCEEDED", "attempts", "2");
    run.writeLedgers(
        new Ledgers(
            Optional.of(List.of(business)),
            Optional.ofNullable(external),
            Optional.of(List.of(execution)),
            Optional.of(List.of())));
    run.seal();
    run.writeVerdict(verdict);
    List<LedgerRow> effects = external == null ? List.of() : external;
    List<ReconciledKey.Disagreement> disagreements =
        effects.size() < 2
            ? List.of()
            : List.of(
                new ReconciledKey.Disagreement(
                    ReconciledKey.Kind.TOO_MANY_EFFECTS,
                    "2 effects of payments.charge hold where 1 may."));
    CellReport.write(
        run,
        verdict,
        List.of(
            new ReconciledKey(
                KEY,
                "statement",
                true,
                List.of(business),
                effects,
                List.of(execution),
                disagreements),
            new ReconciledKey(
                "2/2026-01-31", "statement", false, List.of(), List.of(), List.of(), List.of())));
  }

  private static LedgerRow charge(String id, String state) {
    return row("payments.charge", "120.50", state, "effect_id", id);
  }

  private static LedgerRow row(
      String kind, String amount, String state, String column, String value) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put(column, value);
    return new LedgerRow(KEY, kind, amount == null ? null : new BigDecimal(amount), state, columns);
  }
}
