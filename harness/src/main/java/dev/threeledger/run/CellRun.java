package dev.threeledger.run;

import dev.threeledger.check.RunRecord;
import dev.threeledger.environment.CellEnvironment;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.Lane;
import dev.threeledger.environment.UnfitException;
import dev.threeledger.environment.WorkerPlace;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.Masker;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.fault.FaultPlan;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.matrix.Cell;
import dev.threeledger.process.Launcher;
import dev.threeledger.quiesce.Quiescence;
import dev.threeledger.scenario.Durations;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.subject.Preparation;
import dev.threeledger.subject.SubjectException;
import dev.threeledger.subject.Workers;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.QuietReached;
import dev.threeledger.timeline.Event.RunStarted;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.trigger.Departures;
import dev.threeledger.trigger.Triggers;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.wire.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One cell, once, in a lane.
 *
 * <pre>
 * environment ─► subject ─► trigger ─► quiesce ─► collect ─► seal ─► judge ─► report
 *      └───────── faults strike at the taps' moments ─────┘
 * </pre>
 */
final class CellRun {
  private static final Logger LOG = LoggerFactory.getLogger(CellRun.class);
  private final Turn turn;
  private final BatchPlan plan;
  private final BatchFolder batch;
  private final Lane lane;
  private final Cell cell;
  private final int attempt;
  private final EnvironmentRecord machine;
  private final Shield shield;
  private final Scenario scenario;
  private final Subject subject;
  private final Map<String, String> settings;

  CellRun(Turn turn, BatchFolder batch, Lane lane, EnvironmentRecord machine, Shield shield) {
    this.turn = turn;
    this.plan = turn.plan();
    this.batch = batch;
    this.lane = lane;
    this.cell = turn.cell();
    this.attempt = turn.attempt();
    this.machine = machine;
    this.shield = shield;
    this.scenario = cell.scenario();
    this.subject = plan.subject();
    this.settings = new LinkedHashMap<>(subject.settings());
    settings.putAll(scenario.given().settings());
  }

  /**
   * Runs the cell to its verdict.
   *
   * @throws SubjectException when the subject does not start; the evidence so far is sealed
   * @throws EnvironmentException when database, proxies or outside cannot be had; likewise
   * @throws InterruptedException when the user ended the batch; likewise
   * @throws EvidenceException when the evidence cannot be written
   */
  CellOutcome run() throws SubjectException, InterruptedException, IOException {
    long start = System.nanoTime();
    RunFolder folder = shield.during(this::begin);
    Failure failure = new Failure();
    Timeline timeline = new Timeline(folder.timelineWriter(), System::nanoTime);
    try (timeline) {
      timeline.append(new RunStarted(scenario.name(), scenario.cell(), attempt, cell.seed()));
      try {
        timeline.closeWith(stopped(carryOut(folder, timeline)));
      } catch (InterruptedException | SubjectException | IOException | SQLException e) {
        timeline.closeWith(stoppedBy(e, timeline));
        failure.add(e);
      } catch (RuntimeException e) {
        timeline.closeWith(stoppedBy(e, timeline));
        failure.add(e);
      }
    }
    timeline.writeFailure().ifPresent(failure::add);
    CellVerdict verdict = shield.during(() -> sealAndJudge(folder, failure));
    failure.rethrow(shield.asked());
    return new CellOutcome(
        turn.side(),
        cell,
        attempt,
        verdict,
        Duration.ofNanos(System.nanoTime() - start),
        folder.path());
  }

  private RunFolder begin() throws EvidenceException {
    RunFolder folder = batch.run(turn.place(), attempt, new Masker(scenario.secrets()));
    folder.writeRun(asked());
    folder.writeEnvironment(
        Surroundings.of(
            machine, scenario, subject, plan.outside(), lane.version(), lane.image(subject)));
    return folder;
  }

  /** Once the lane has been asked to end, whatever failed did so because of that. */
  private RunStopped stoppedBy(Exception e, Timeline timeline) {
    if (e instanceof InterruptedException || shield.asked()) {
      return new RunStopped(StopReason.INTERRUPTED, "the batch was ended");
    }
    String message = String.valueOf(e.getMessage());
    if (e instanceof SubjectException) {
      return new RunStopped(StopReason.SUBJECT_FAILED, message);
    }
    timeline.append(new HarnessProblem("run", message));
    return new RunStopped(StopReason.HARNESS_PROBLEM, message);
  }

  private RunStopped stopped(StopReason reason) {
    String detail =
        switch (reason) {
          case QUIET -> "nothing more happened";
          case STOP_CONDITION -> "an effect was withheld";
          default -> "the limit of " + Durations.write(scenario.limits().run()) + " came first";
        };
    return new RunStopped(reason, detail);
  }

  /** Returns why the run ended: quiet, its limit, or a stop condition. */
  private StopReason carryOut(RunFolder folder, Timeline timeline)
      throws SubjectException, InterruptedException, IOException, SQLException {
    timeline.append(new PhaseStarted(Phase.ENVIRONMENT));
    String database = lane.freshDatabase(template(folder));
    Seeding seeding = new Seeding(scenario, subject);
    Optional<List<LedgerRow>> due = seeding.fill(lane.databases().jdbc(database), timeline);
    RunReach reach = new RunReach();
    try (FaultPlan faults = new FaultPlan(scenario, subject, timeline, reach, plan.inject());
        CellEnvironment environment = openEnvironment(database, timeline, faults, reach);
        Workers workers = workers(environment, folder, timeline);
        Triggers triggers =
            new Triggers(
                subject,
                environment.values(),
                timeline,
                faults,
                cell.seed(),
                scenario.when().size())) {
      reach.bind(environment, workers, triggers);
      RawEvidence raw = new RawEvidence(folder, lane, environment, timeline);
      timeline.append(new PhaseStarted(Phase.SUBJECT));
      try {
        raw.begin(!turn.side().isEmpty());
        workers.startAll();
        StopReason end = triggerAndAwaitQuiet(faults, triggers, seeding.states(), timeline);
        Collection collection =
            new Collection(folder, timeline, environment, workers, subject, raw, due);
        if (end == StopReason.STOP_CONDITION) {
          collection.frozen();
        } else {
          collection.ended();
        }
        return end;
      } catch (Exception e) {
        shield.during(() -> keepWhatThereIs(folder, environment, raw, due));
        throw e;
      }
    }
  }

  private CellEnvironment openEnvironment(
      String database, Timeline timeline, Gate gate, RunReach reach)
      throws IOException, SQLException {
    String prefix = batch.name() + "-lane" + lane.number();
    return CellEnvironment.open(
        lane,
        database,
        scenario,
        subject,
        settings,
        prefix,
        timeline,
        gate,
        new HardStop(scenario, subject, settings, timeline, reach));
  }

  private Workers workers(CellEnvironment environment, RunFolder folder, Timeline timeline)
      throws EvidenceException {
    Map<String, Path> logs = new LinkedHashMap<>();
    for (String worker : environment.values().keySet()) {
      logs.put(worker, folder.log(worker));
    }
    Launcher launcher =
        (worker, command, variables, log) ->
            environment.place(worker).launcher().start(worker, command, variables, log);
    return new Workers(subject, environment.values(), logs::get, timeline, launcher);
  }

  /**
   * The template database: filled by the subject's prepare, once per lane and set of settings that
   * prepare sees.
   */
  private String template(RunFolder folder) throws SubjectException, InterruptedException {
    try {
      return lane.template(
          subject, fingerprint(), values -> prepare(values, folder.log("prepare")));
    } catch (UnfitException e) {
      throw new UnfitException(subject.file() + ": " + e.getMessage());
    } catch (SubjectException | EnvironmentException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new EnvironmentException(
          "the template database could not be filled: " + e.getMessage(), e);
    }
  }

  /** Of all that prepare's work depends on. */
  private String fingerprint() {
    return String.join(
        "\n",
        subject.directory().toString(),
        subject.prepare().toString(),
        subject.environment().toString(),
        subject.history().toString(),
        subject.toldToPrepare(settings).toString());
  }

  private void prepare(Map<String, String> databaseValues, Path log)
      throws SubjectException, InterruptedException, IOException {
    Map<String, String> values = new LinkedHashMap<>(databaseValues);
    subject.toldToPrepare(settings).forEach((name, value) -> values.put("settings." + name, value));
    values.put("subject.port", "0");
    values.put("subject.url", "http://127.0.0.1:0");
    values.put("subject.worker", "prepare");
    for (String system : plan.outside().systems()) {
      values.put("external." + system + ".url", "http://127.0.0.1:0");
    }
    try (WorkerPlace place = lane.place(subject)) {
      Preparation.run(subject, values, log, place.launcher());
    }
  }

  private StopReason triggerAndAwaitQuiet(
      FaultPlan faults, Triggers triggers, Map<String, String> states, Timeline timeline)
      throws InterruptedException {
    timeline.append(new PhaseStarted(Phase.TRIGGER));
    faults.arm();
    long from = System.nanoTime();
    Duration periods = Quiescence.twoPeriods(subject, settings);
    Duration quietWindow = scenario.limits().quiet();
    try (Departures departures = new Departures(subject, states, timeline, triggers::send)) {
      departures.start(scenario.when());
      timeline.append(new PhaseStarted(Phase.QUIESCE));
      Quiescence quiescence =
          new Quiescence(
              subject,
              timeline,
              periods,
              quietWindow,
              () -> faults.settled() && triggers.pending() == 0 && departures.settled());
      boolean quiet = quiescence.await(left(from));
      if (!stopConditionMet(timeline) && departures.waiting()) {
        // nothing else happens any more, so what they wait for never will
        departures.skip();
        quiet = quiet && quiescence.await(left(from));
      }
      if (quiet) {
        timeline.append(new QuietReached(periods.toMillis(), quietWindow.toMillis()));
        return StopReason.QUIET;
      }
      return stopConditionMet(timeline) ? StopReason.STOP_CONDITION : StopReason.TIME_LIMIT;
    }
  }

  private static boolean stopConditionMet(Timeline timeline) {
    return timeline.entries().stream().anyMatch(entry -> entry.event() instanceof StopConditionMet);
  }

  private Duration left(long fromNanos) {
    return scenario.limits().run().minusNanos(System.nanoTime() - fromNanos);
  }

  /**
   * Of a run that failed or was ended: what the harness itself knows, as far as it was not written.
   */
  private Void keepWhatThereIs(
      RunFolder folder,
      CellEnvironment environment,
      RawEvidence raw,
      Optional<List<LedgerRow>> due) {
    try {
      if (!Files.exists(folder.path().resolve("ledgers"))) {
        Optional<List<LedgerRow>> external = Optional.of(environment.effects().rows());
        folder.writeLedgers(new Ledgers(Optional.empty(), external, Optional.empty(), due));
        raw.write();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("after a failure: {}", e.toString());
    }
    return null;
  }

  /** Null when the evidence cannot be written or judged; the failure then says why. */
  private static CellVerdict sealAndJudge(RunFolder folder, Failure failure) {
    try {
      folder.seal();
      RunRecord record = Rejudge.record(folder);
      CellVerdict verdict = Rejudge.judge(record);
      folder.writeVerdict(verdict);
      Summaries.cell(folder, record, verdict);
      return verdict;
    } catch (EvidenceException e) {
      failure.add(e);
      return null;
    } catch (RuntimeException e) {
      failure.first().ifPresent(e::addSuppressed);
      throw e;
    }
  }

  private RunAsked asked() {
    List<String> options = new ArrayList<>(plan.options());
    options.addAll(cell.options());
    return new RunAsked(
        cell.id(),
        cell.origin(),
        plan.seed(),
        attempt,
        options,
        Surroundings.shown(scenario.file()).toString(),
        Surroundings.shown(subject.file()).toString(),
        settings,
        cell.asked(),
        plan.subjectTree(),
        turn.side(),
        turn.registered(),
        turn.replays());
  }
}
