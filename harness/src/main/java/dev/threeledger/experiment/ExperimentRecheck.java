package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An experiment judged once more from its folder, and what is not as it was left.
 *
 * <p>Raw evidence is held to SHA256SUMS, of each run and of the folder; what was concluded from it
 * ({@code verdict.json} of each run, {@code experiment.json}) is written once more and compared
 * byte for byte.
 */
public final class ExperimentRecheck {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ExperimentResult now;
  private final List<JudgedRun> runs;
  private final List<String> changed;
  private final List<String> differing;

  private ExperimentRecheck(
      ExperimentResult now, List<JudgedRun> runs, List<String> changed, List<String> differing) {
    this.now = now;
    this.runs = runs;
    this.changed = List.copyOf(changed);
    this.differing = List.copyOf(differing);
  }

  /** True when the folder is that of an experiment, whole or not. */
  public static boolean isOne(Path folder) {
    return Files.exists(folder.resolve(Registration.FILE))
        || Files.exists(folder.resolve(Registration.COPY));
  }

  /**
   * Judges it; writes nothing.
   *
   * @throws RefusedException when the registration does not hold
   * @throws IOException when the folder cannot be read
   */
  public static ExperimentRecheck of(BatchFolder batch) throws RefusedException, IOException {
    ExperimentJudge.Judged judged = ExperimentJudge.judged(batch);
    Path file = batch.path().resolve(ExperimentJson.FILE);
    String before = Files.exists(file) ? Files.readString(file) : null;
    ExperimentResult now = judged.result().in(nameIn(before, batch.name()));
    return new ExperimentRecheck(
        now, judged.runs(), changed(batch, judged.runs()), differing(before, now));
  }

  /** What the evidence gives; under the name that its folder had, where that is recorded. */
  public ExperimentResult now() {
    return now;
  }

  /** How many runs were judged. */
  public int runs() {
    return runs.size();
  }

  /** Files that are not as they were left, each with what happened to it; empty: none. */
  public List<String> changed() {
    return changed;
  }

  /** Where {@code experiment.json} does not say what the evidence gives; empty: it does. */
  public List<String> differing() {
    return differing;
  }

  /** Keeps each new verdict in a sibling folder of its run. */
  public void keep() throws EvidenceException {
    for (JudgedRun run : runs) {
      run.folder().judgedAgain("recheck", run.verdict());
    }
  }

  private static List<String> changed(BatchFolder batch, List<JudgedRun> runs)
      throws EvidenceException {
    List<String> changed = new ArrayList<>();
    if (BatchSums.sealed(batch)) {
      BatchSums.changes(batch).stream().map(FileChange::text).forEach(changed::add);
    } else {
      changed.add("SHA256SUMS is missing");
    }
    for (JudgedRun run : runs) {
      run.changed().forEach(change -> changed.add(run.place() + "/" + change.text()));
      if (!run.folder().holds(run.verdict())) {
        changed.add(
            run.place() + "/verdict.json was changed: it is not what the run's evidence gives");
      }
    }
    return changed;
  }

  private static String nameIn(String before, String otherwise) {
    try {
      return before == null ? otherwise : JSON.readTree(before).path("batch").asText(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }

  private static List<String> differing(String before, ExperimentResult now) {
    if (before == null) {
      return List.of(ExperimentJson.FILE + " is missing");
    }
    String text = ExperimentJson.text(now);
    if (text.equals(before)) {
      return List.of();
    }
    List<String> differing = new ArrayList<>();
    try {
      JsonNode was = JSON.readTree(before);
      JsonNode is = JSON.readTree(text);
      Set<String> names = new TreeSet<>();
      was.fieldNames().forEachRemaining(names::add);
      is.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (!was.path(name).equals(is.path(name))) {
          differing.add(
              "%s: %s%s is not what the evidence gives%s"
                  .formatted(
                      ExperimentJson.FILE,
                      name,
                      said(" ", was.path(name)),
                      said(": ", is.path(name))));
        }
      }
    } catch (IOException e) {
      return List.of(ExperimentJson.FILE + " was changed: it is no JSON");
    }
    return differing.isEmpty()
        ? List.of(ExperimentJson.FILE + " was changed, in its form alone")
        : differing;
  }

  private static String said(String before, JsonNode node) {
    return node.isValueNode() && !node.isNull() ? before + node.asText() : "";
  }
}
