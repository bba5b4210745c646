package dev.threeledger.replay;

import dev.threeledger.check.Checks;
import dev.threeledger.evidence.Change;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Surroundings;
import dev.threeledger.run.Turn;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The five items of a fix: symptom, first deviation, root cause, change, and the retest of the
 * original sample on the changed subject. Only the subject may have changed: its files, its
 * commands, its settings.
 */
public final class Resolution {
  private static final String NORMAL = "normal";

  private final Request request;
  private final Sample sample;
  private final List<Change> changes;
  private final BatchPlan plan;
  private final List<Cell> normal;

  /**
   * What a person says, and where the changed subject is.
   *
   * @param folder of the run that failed
   * @param by who says it, or null
   * @param subject the changed subject's file, or null: the one that was run
   * @param sets {@code name=value}: settings of the changed subject
   * @param scenarios where the normal cells of the family come from
   * @param times how often the original sample is retested, at least once
   * @param reports folder for the batch of the retest
   */
  public record Request(
      Path folder,
      String symptom,
      String rootCause,
      String change,
      String by,
      Path subject,
      List<String> sets,
      Path scenarios,
      int times,
      Path reports) {
    public Request {
      sets = List.copyOf(sets);
    }
  }

  private Resolution(
      Request request, Sample sample, List<Change> changes, BatchPlan plan, List<Cell> normal) {
    this.request = request;
    this.sample = sample;
    this.changes = changes;
    this.plan = plan;
    this.normal = normal;
  }

  /**
   * Reads and verifies everything; no subject is started.
   *
   * @throws RefusedException when a text is missing, the evidence was edited, the run did not fail,
   *     or something else than the subject has changed
   * @throws ProblemsException when subject, settings or scenarios cannot be used
   * @throws dev.threeledger.environment.EnvironmentException when PostgreSQL cannot be had
   */
  public static Resolution read(Request request)
      throws RefusedException, ProblemsException, IOException {
    demandTexts(request);
    Original original = Original.read(request.folder());
    if (original.verdict().verdict() != Verdict.FAIL) {
      throw new RefusedException(
          original.shown()
              + " is "
              + original.verdict().verdict()
              + ": only a run that failed can be resolved; nothing was run");
    }
    OutsideSystems outside = OutsideSystems.load(original.outside());
    Subject subject = SubjectFile.load(subjectFile(request, original), outside.operations());
    ChangedSubject changed = ChangedSubject.of(original, subject, request.sets());
    Sample sample = Sample.of(original, subject);
    sample.refuse(
        sample.changes().ofSubject(false),
        "nothing was run: of a fix only the subject may differ; replay it with --changed instead");
    sample = sample.with(changed.settingsIn(sample.asked()));
    List<Change> changes = new ArrayList<>(sample.changes().ofSubject(true));
    changes.addAll(changed.differences());
    List<String> sets = new ArrayList<>(original.sets());
    sets.addAll(request.sets());
    List<String> options = new ArrayList<>(original.asked().options());
    request.sets().forEach(set -> options.addAll(List.of("--set", set)));
    return new Resolution(
        request,
        sample,
        changes,
        sample.plan(options, request.times(), request.reports()),
        normal(request, sample, sets));
  }

  private static void demandTexts(Request request) throws RefusedException {
    Map<String, String> texts = new TreeMap<>();
    texts.put("--symptom", String.valueOf(request.symptom()));
    texts.put("--root-cause", String.valueOf(request.rootCause()));
    texts.put("--change", String.valueOf(request.change()));
    List<String> missing =
        texts.keySet().stream().filter(name -> texts.get(name).isBlank()).toList();
    if (!missing.isEmpty()) {
      throw new RefusedException(
          "missing: " + String.join(", ", missing) + "; say it in a sentence; nothing was run");
    }
  }

  private static Path subjectFile(Request request, Original original) throws RefusedException {
    Path file =
        request.subject() == null ? Path.of(original.asked().subjectFile()) : request.subject();
    if (!Files.isRegularFile(file)) {
      throw new RefusedException(
          "the subject's file " + file + " is not there; name it with --subject; nothing was run");
    }
    return file;
  }

  /** The normal cells of the family, as the scenario files have them now. */
  private static List<Cell> normal(Request request, Sample sample, List<String> sets)
      throws ProblemsException {
    String family = sample.scenario().family();
    return Matrix.load(
            List.of(request.scenarios()),
            sample.subject(),
            sample.outside().operations(),
            Checks.names(),
            sample.original().asked().seed(),
            Overrides.parse(sets),
            false)
        .stream()
        .filter(cell -> cell.scenario().family().equals(family))
        .filter(cell -> cell.scenario().cell().equals(NORMAL))
        .filter(cell -> cell.scenario().faults().isEmpty())
        .toList();
  }

  /** What the retest comes to, without the normal cells. */
  public BatchPlan plan() {
    return plan;
  }

  /** How many runs it comes to. */
  public int size() {
    return request.times() + normal.size();
  }

  /** The batch that has not begun: the original sample, then the normal cells. */
  public BatchRun batch(Progress progress) {
    List<List<Turn>> blocks = new ArrayList<>();
    for (int attempt = 1; attempt <= request.times(); attempt++) {
      blocks.add(List.of(Replay.turn(plan, sample, changes, attempt)));
    }
    for (Cell cell : normal) {
      // the sample may be a normal cell itself: then its folders are numbered on
      int attempt = cell.id().equals(sample.scenario().id()) ? request.times() + 1 : 1;
      blocks.add(List.of(new Turn(plan, "", null, cell, attempt)));
    }
    return new BatchRun(plan, blocks, progress);
  }

  /**
   * What came of the batch of {@link #batch}.
   *
   * @throws IOException when evidence cannot be read back
   */
  public ResolutionResult result(BatchResult batch) throws IOException {
    List<ReplayResult.Run> retests = new ArrayList<>();
    List<CellOutcome> normals = new ArrayList<>();
    for (CellOutcome outcome : batch.outcomes()) {
      if (isRetest(outcome)) {
        retests.add(Replay.compare(sample, outcome));
      } else {
        normals.add(outcome);
      }
    }
    return new ResolutionResult(
        request,
        sample.original(),
        changes,
        retests,
        normals,
        whyNot(retests, normals),
        Instant.now(),
        batch);
  }

  private boolean isRetest(CellOutcome outcome) {
    return outcome.cell().id().equals(sample.scenario().id())
        && outcome.attempt() <= request.times();
  }

  /** Why it is not resolved; empty: it is. */
  private List<String> whyNot(List<ReplayResult.Run> retests, List<CellOutcome> normals) {
    List<String> why = new ArrayList<>();
    if (changes.isEmpty()) {
      why.add("no difference of the subject can be seen between then and now");
    }
    if (retests.size() < request.times()) {
      why.add(retests.size() + " of " + request.times() + " retests were run");
    }
    for (ReplayResult.Run run : retests) {
      if (run.came().verdict() != Verdict.PASS) {
        why.add("the original sample gives " + run.came().text() + " in " + shown(run.folder()));
      }
    }
    if (normal.isEmpty()) {
      why.add(
          "there is no normal cell of the family %s in %s"
              .formatted(sample.scenario().family(), request.scenarios()));
    }
    if (normals.size() < normal.size()) {
      why.add(normals.size() + " of " + normal.size() + " normal cells were run");
    }
    for (CellOutcome outcome : normals) {
      if (outcome.verdict().verdict() != Verdict.PASS) {
        why.add(
            "the normal cell %s gives %s in %s"
                .formatted(
                    outcome.cell().id(), outcome.verdict().verdict(), shown(outcome.folder())));
      }
    }
    return why;
  }

  private static String shown(Path folder) {
    return Surroundings.shown(folder).toString();
  }
}
