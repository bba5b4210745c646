package dev.threeledger.scenario;

import static dev.threeledger.scenario.Formats.CHECKS;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Crash;
import dev.threeledger.scenario.FaultAction.Deadlock;
import dev.threeledger.scenario.FaultAction.Delay;
import dev.threeledger.scenario.FaultAction.DuplicateTrigger;
import dev.threeledger.scenario.FaultAction.Hold;
import dev.threeledger.scenario.FaultAction.Late;
import dev.threeledger.scenario.FaultAction.LoseResponse;
import dev.threeledger.scenario.FaultAction.LoseTrigger;
import dev.threeledger.scenario.FaultAction.Pause;
import dev.threeledger.scenario.FaultAction.Refuse;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.scenario.FaultAction.Reset;
import dev.threeledger.scenario.FaultAction.RestartDatabase;
import dev.threeledger.scenario.FaultAction.Terminate;
import dev.threeledger.scenario.FaultPoint.Commit;
import dev.threeledger.scenario.FaultPoint.Http;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.scenario.FaultPoint.Statement;
import dev.threeledger.scenario.FaultPoint.TriggerSent;
import dev.threeledger.scenario.Scenario.Expectation;
import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Limits;
import dev.threeledger.scenario.Scenario.Partner;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {
  private static final String KEY = "1/2026-01-31";

  private static Scenario read(Path file) {
    Problems problems = new Problems();
    Tree.Mapping tree = (Tree.Mapping) YamlFile.read(file, problems).orElseThrow();
    Known known = new Known(Formats.subject(), OPERATIONS, CHECKS);
    Scenario scenario =
        new ScenarioReader(file, known, problems).read(tree.without("vary"), null).orElse(null);
    assertThat(problems.list()).isEmpty();
    return scenario;
  }

  private static Map<String, String> key(String tenant, String date) {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("tenant_id", tenant);
    key.put("statement_date", date);
    return key;
  }

  @Test
  void aSingleKeyColumnHoldsKeysOfAnyNumberOfParts(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("subject.yaml");
    String text = Files.readString(Formats.SUBJECT);
    Files.writeString(
        file, text.replaceAll("statement_run(: |, key: )\\[.*?]", "statement_run$1[ key ]"));
    Known known = new Known(SubjectFile.load(file, OPERATIONS), OPERATIONS, CHECKS);
    Problems problems = new Problems();
    Tree.Mapping tree = (Tree.Mapping) YamlFile.read(Formats.CRASH, problems).orElseThrow();

    new ScenarioReader(Formats.CRASH, known, problems).read(tree.without("vary"), null);

    assertThat(known.subject().fencing().key()).containsExactly("key");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void everyKeyOfTheExampleIsRead() {
    assertThat(read(Formats.CRASH))
        .isEqualTo(
            new Scenario(
                "crash-after-commit",
                "failure",
                "statement",
                List.of("crash"),
                "A worker that dies between the acknowledged commit and its next step loses nothing"
                    + " and repeats nothing.",
                new Given(
                    Formats.SCENARIOS.toAbsolutePath().resolve("data/three-tenants.sql"),
                    2,
                    Map.of(
                        "lease",
                        "400ms",
                        "tick",
                        "800ms",
                        "callTimeout",
                        "150ms",
                        "maxAttempts",
                        "4"),
                    Map.of("payments.charge", new Partner(false))),
                List.of(),
                "SELECT tenant_id || '/' || DATE '2026-01-31' AS key, 'statement' AS kind"
                    + " FROM tenant WHERE billable",
                List.of(
                    new Trigger("statement", key("1", "2026-01-31"), "1", Duration.ofMillis(200))),
                List.of(
                    new Fault(
                        "kill",
                        new Commit("statement", "1", KEY, 1),
                        Side.AFTER,
                        new Crash(Duration.ZERO, false))),
                List.of(StopCondition.SECOND_EFFECT),
                Map.of("workers-lost", 1),
                List.of(new Expectation(KEY, StateRole.DONE, Map.of("payments.charge", 1), 1)),
                CHECKS,
                List.of(
                    new Invariant(
                        "few-events",
                        "SELECT count(*) AS message FROM events HAVING count(*) > 100000")),
                new Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300)),
                Verdict.PASS,
                Formats.CRASH));
  }

  @Test
  void defaultsAreFilledIn() {
    Path file = Formats.SCENARIOS.resolve("smallest.yaml");
    assertThat(read(file))
        .isEqualTo(
            new Scenario(
                "smallest",
                "normal",
                "formats",
                List.of(),
                "All else has a default.",
                new Given(null, 1, Map.of("tick", "1s", "lease", "1s"), Map.of()),
                List.of(),
                null,
                List.of(new Trigger("statement", key("1", "2026-01-31"), "1", Duration.ZERO)),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                CHECKS,
                List.of(),
                new Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300)),
                Verdict.PASS,
                file));
  }

  @Test
  void everyPointAndActionIsRead() {
    FaultPoint commit = new Commit(null, null, null, 1);
    FaultPoint statement = new Statement(null, null, null, null, 1);
    FaultPoint insert = new Statement("statement_run", "insert", null, null, 1);
    FaultPoint answer = new Http("payments.charge", HttpStep.ANSWER, null, null, 1);
    FaultPoint effect = new Http("payments.charge", HttpStep.EFFECT, null, null, 1);
    Duration ten = Duration.ofSeconds(10);
    Duration one = Duration.ofSeconds(1);
    Duration latency = Duration.ofMillis(300);
    assertThat(read(Formats.SCENARIOS.resolve("every-fault.yaml")).faults())
        .containsExactly(
            fault(
                0,
                new Commit("statement", null, null, 1),
                Side.BEFORE,
                new Crash(Duration.ofMillis(450), true)),
            fault(
                1,
                new Statement("statement_run", "insert", "2", null, 1),
                Side.BEFORE,
                new Pause(Pause.Until.TAKEN_OVER, null, Duration.ofSeconds(5))),
            fault(2, statement, Side.AFTER, new Pause(Pause.Until.ENDED, null, ten)),
            fault(
                3,
                new TriggerSent(null, KEY, 2),
                Side.AFTER,
                new Pause(Pause.Until.TIME, Duration.ofMillis(600), ten)),
            fault(4, commit, Side.AFTER, new LoseResponse()),
            fault(5, answer, Side.BEFORE, new LoseResponse()),
            fault(
                6,
                new TriggerSent(null, null, 1),
                Side.BEFORE,
                new DuplicateTrigger("2", false, Release.FIRST_ARRIVED, Duration.ofMinutes(1))),
            fault(
                7,
                insert,
                Side.BEFORE,
                new Hold(List.of("1", "2"), Release.LAST_ARRIVED, Duration.ofSeconds(3))),
            fault(
                8,
                new Http("payments.charge", HttpStep.REQUEST, null, null, 1),
                Side.BEFORE,
                new Delay("database", latency, Duration.ofMillis(20), one)),
            fault(9, answer, Side.BEFORE, new Delay(null, latency, Duration.ZERO, one)),
            fault(10, answer, Side.BEFORE, new Reset()),
            fault(11, effect, Side.AFTER, new Refuse("payments", one)),
            fault(
                12,
                new Http("payments.charge", HttpStep.EFFECT, "1", KEY, 3),
                Side.BEFORE,
                new FaultAction.Error(503, Map.of("Retry-After", "1"), "{\"error\": \"busy\"}", 3)),
            new Fault(
                "outage",
                new Http("payments.find", HttpStep.REQUEST, null, null, 1),
                Side.BEFORE,
                new FaultAction.Error(500, Map.of(), "", Integer.MAX_VALUE)),
            fault(14, commit, Side.BEFORE, new Terminate(null, false)),
            fault(15, new TriggerSent(null, null, 1), Side.AFTER, new Terminate(one, true)),
            fault(16, commit, Side.AFTER, new Crash(Duration.ZERO, true, true, one)),
            fault(17, new TriggerSent(null, KEY, 1), Side.BEFORE, new LoseTrigger(true, "2")),
            fault(18, new TriggerSent(null, null, 1), Side.BEFORE, new LoseTrigger(false, null)),
            fault(
                19,
                new Http("payments.charge", HttpStep.REQUEST, null, null, 1),
                Side.BEFORE,
                new Late("payments.refund", ten)),
            fault(
                20,
                new Http("payments.charge", HttpStep.REQUEST, null, null, 1),
                Side.BEFORE,
                new FaultAction.Error(429, Map.of(), "", Integer.MAX_VALUE, one, true)),
            fault(
                21,
                new Commit("statement", null, null, 1),
                Side.BEFORE,
                new RestartDatabase(RestartDatabase.Mode.IMMEDIATE)),
            fault(22, answer, Side.BEFORE, new RestartDatabase(RestartDatabase.Mode.FAST)),
            fault(
                23,
                new Statement("statement", "update", null, null, 1),
                Side.BEFORE,
                new Deadlock("tenant", "statement_run", Duration.ofSeconds(3))),
            fault(
                24,
                new Commit("statement_run", StateRole.UNDONE, null, KEY, 1),
                Side.AFTER,
                new Crash(Duration.ZERO, false)),
            fault(
                25,
                new Commit("statement", null, null, 1),
                Side.BEFORE,
                new RestartDatabase(RestartDatabase.Mode.KILL, RestartDatabase.Port.ANOTHER)),
            fault(26, answer, Side.BEFORE, new FaultAction.PauseDatabase(one)));
  }

  private static Fault fault(int index, FaultPoint on, Side side, FaultAction action) {
    return new Fault("fault[" + index + "]", on, side, action);
  }

  @Test
  void checksAreInTheirFixedOrder() {
    assertThat(read(Formats.SCENARIOS.resolve("every-fault.yaml")).checks())
        .containsExactly("at-most-one-effect", "no-silent-loss");
  }
}
