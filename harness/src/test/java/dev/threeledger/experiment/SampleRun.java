package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.ScenarioJson;
import dev.threeledger.scenario.StopCondition;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.verdict.Verdict;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A made-up run of a sample experiment; what is set here is what its evidence will show. */
final class SampleRun {
  static final String DIGEST = "ab".repeat(32);
  private static final String KEY = "1/2026-01-31";
  private static final ObjectMapper JSON = new ObjectMapper();

  enum Outcome {
    PASS,
    /** A second effect. */
    FAIL,
    /** Stopped before a second effect. */
    STOPPED,
    /** Stopped before the first effect. */
    DRILLED,
    INCONCLUSIVE,
    INTERRUPTED,
    /** Ended from without, with a second effect on its timeline. */
    INTERRUPTED_FAIL,
    MISSING
  }

  private final String place;
  private final SideName side;
  private final String scenario;
  private final String cell;
  private final int attempt;
  Outcome outcome;
  boolean landed = true;
  boolean deadlock;
  long seed = 7;
  String defect;
  String commit = "c0".repeat(20);
  String jar = DIGEST;
  String registered;
  String plan = "Index Scan";
  List<String> checks = List.of("at-most-one-effect", "secrets-masked");

  SampleRun(String place) {
    this.place = place;
    String[] parts = place.split("/");
    side = SideName.of(parts[0]).orElseThrow();
    scenario = parts[1];
    cell = parts[2];
    attempt = Integer.parseInt(parts[3]);
    defect = side == SideName.CANDIDATE || side == SideName.STOP_DRILL ? "other" : "none";
    outcome = side == SideName.STOP_DRILL ? Outcome.DRILLED : Outcome.PASS;
  }

  /** Null: it was not run. */
  RunFolder write(BatchFolder batch, String digest) throws Exception {
    if (outcome == Outcome.MISSING) {
      return null;
    }
    RunFolder run = batch.run(side.folder() + "/" + scenario + "/" + cell, attempt);
    Scenario asked = scenario();
    ObjectNode subject = SubjectFile.tree(Formats.subject()).deepCopy();
    subject.remove("invariants");
    run.writeRun(
        new RunAsked(
            asked.id(),
            asked.id(),
            seed,
            attempt,
            List.of(),
            "scenarios/statement/" + scenario + ".yaml",
            "reference-impl/subject.yaml",
            Map.of("defect", defect, "lease", "400ms"),
            ScenarioJson.write(asked),
            subject,
            side.folder(),
            registered == null ? digest : registered));
    Files.writeString(run.path().resolve("environment.json"), environment());
    play(run);
    raw(run);
    run.seal();
    return run;
  }

  private boolean hasFault() {
    return scenario.equals("duplicate-trigger");
  }

  /** What it asks for. */
  Scenario scenario() {
    FaultPoint point = new FaultPoint.Http("payments.charge", HttpStep.REQUEST, null, KEY, 1);
    FaultAction error = new FaultAction.Error(503, Map.of(), "", 1, null, false);
    return new Scenario(
        scenario,
        cell,
        "statement",
        List.of(),
        "It holds.",
        new Scenario.Given(null, 2, Map.of("defect", defect), Map.of()),
        List.of(),
        null,
        List.of(new Scenario.Trigger("statement", Map.of("tenant_id", "1"), "1", Duration.ZERO)),
        hasFault() ? List.of(new Fault("refuse", point, Side.BEFORE, error)) : List.of(),
        List.of(StopCondition.SECOND_EFFECT),
        Map.of(),
        List.of(),
        checks,
        List.of(),
        new Scenario.Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300)),
        Verdict.PASS,
        Path.of("scenarios/statement/" + scenario + ".yaml"));
  }

  private String environment() {
    ObjectNode tree = JSON.createObjectNode();
    tree.putObject("versions").put("postgres", "18.6").put("java", "17");
    tree.putObject("git").put("commit", commit).put("dirty", false);
    tree.putObject("machine").put("cores", 2);
    ObjectNode digests = tree.putObject("digests");
    digests.putObject("scenario").put("path", scenario + ".yaml").put("sha256", DIGEST);
    digests.putObject("subject").put("path", "subject.yaml").put("sha256", DIGEST);
    digests.putArray("command").addObject().put("path", "x.jar").put("sha256", jar);
    tree.putObject("notApplicable").put("consumer-offsets", "not applicable: no broker");
    return tree.toPrettyString();
  }

  private void raw(RunFolder run) throws Exception {
    run.writeRaw("postgres-settings.json", JSON.readTree("{\"port\":\"5432\",\"fsync\":\"off\"}"));
    ObjectNode plans = JSON.createObjectNode().put("everyStatement", true);
    ObjectNode one = plans.putArray("plans").addObject();
    one.put("statement", "SELECT 1").put("shape", plan).put("count", 1);
    one.putArray("millis").add(0.1);
    one.putObject("first")
        .put("Query Text", "SELECT a FROM b")
        .putObject("Plan")
        .put("Node Type", plan)
        .put("Relation Name", "b");
    run.writeRaw("database-plans.json", plans);
    run.writeRaw("database-lock-waits.json", JSON.createArrayNode());
  }

  private void play(RunFolder run) throws Exception {
    List<LedgerRow> effects = new ArrayList<>();
    try (Timeline timeline = new Timeline(run.timelineWriter(), () -> 0)) {
      Play play = new Play(timeline, effects);
      play.add(new Event.RunStarted(scenario, cell, attempt, seed));
      play.add(new Event.TriggerSent(1, "1", "statement", KEY));
      if (hasFault() && landed) {
        play.fault();
      }
      if (outcome != Outcome.DRILLED) {
        play.effect();
      }
      if (deadlock) {
        play.add(new Event.StatementAnswered("1", 1, 1, null, null, "40P01"));
      }
      switch (outcome) {
        case FAIL, INTERRUPTED_FAIL -> play.effect();
        case STOPPED -> play.stop("second-effect");
        case DRILLED -> play.stop("first-effect");
        default -> {}
      }
      for (String ledger : List.of("business", "external", "execution")) {
        play.add(new Event.LedgerRead(ledger, 1));
      }
      timeline.closeWith(new Event.RunStopped(end(), "so it was"));
    }
    run.writeLedgers(
        new Ledgers(
            Optional.of(List.of(row("statement"))),
            Optional.of(effects),
            Optional.of(List.of(row("statement"))),
            Optional.empty()));
  }

  private Event.StopReason end() {
    return switch (outcome) {
      case STOPPED, DRILLED -> Event.StopReason.STOP_CONDITION;
      case INCONCLUSIVE -> Event.StopReason.TIME_LIMIT;
      case INTERRUPTED, INTERRUPTED_FAIL -> Event.StopReason.INTERRUPTED;
      default -> Event.StopReason.QUIET;
    };
  }

  private static LedgerRow row(String kind) {
    return new LedgerRow(KEY, kind, new BigDecimal("120.50"), "applied", new LinkedHashMap<>());
  }

  @Override
  public String toString() {
    return place;
  }

  /** Events in their order. */
  private static final class Play {
    private final Timeline timeline;
    private final List<LedgerRow> effects;
    private long requests;

    Play(Timeline timeline, List<LedgerRow> effects) {
      this.timeline = timeline;
      this.effects = effects;
    }

    long add(Event event) {
      return timeline.append(event).seq();
    }

    long request() {
      return add(
          new Event.RequestReceived(
              "1", "payments.charge", ++requests, "charge", "k", KEY, "120.50", DIGEST));
    }

    void fault() {
      long seq = request();
      add(new Event.PointReached("refuse", "1", KEY, 1, seq));
      add(new Event.ErrorAnswered("refuse", "1", "payments", KEY, requests, 503, false));
      add(new Event.AnswerSent("1", "payments.charge", requests, KEY, 503));
    }

    void effect() {
      request();
      String id = "ch_" + requests;
      add(
          new Event.EffectApplied(
              "1", "payments.charge", requests, "charge", id, "k", KEY, "120.50"));
      effects.add(row("payments.charge"));
      add(new Event.AnswerSent("1", "payments.charge", requests, KEY, 201));
    }

    void stop(String condition) {
      long seq = request();
      add(new Event.StopConditionMet(condition, "1", "payments.charge", requests, KEY, seq));
    }
  }
}
