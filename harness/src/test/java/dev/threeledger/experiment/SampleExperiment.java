package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.Digests;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.Rejudge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The folder of a made-up experiment as a real one would leave it. Untouched it is a go: both sides
 * pass in four cells, twice each.
 */
final class SampleExperiment {
  static final List<String> CELLS =
      List.of(
          "normal/normal",
          "boundary-amount/normal",
          "duplicate-trigger/failure",
          "duplicate-trigger/recovery-replay");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE =
      """
      experiment: one-or-the-other
      claim: The one is as good as the other.
      subject: reference-impl/subject.yaml
      baseline: { settings: { defect: none } }
      candidate: { settings: { defect: other } }
      changed: settings.defect
      cells: { families: [statement] }
      fixed: { seed: 7 }
      repeat: 2
      pass_when:
        - { verdicts: candidate, no: FAIL, where: baseline-passes }
        - { pairs: same-pass, at_least: 1 }
      stop_when: [ second-effect, deadlock, broken, inconclusive, plan-regression ]
      observe: [ plans, lock-waits, effects, consumer-offsets ]
      owner: payments-platform
      rollback: { settings.defect: none }
      not_covered: [ more than two workers ]
      """;

  private final Path reports;
  private final Map<String, SampleRun> runs = new LinkedHashMap<>();
  private final List<List<String>> order = new ArrayList<>();
  private String file = FILE;
  private Map<String, String> candidate = Map.of("settings.defect", "other");
  private String stopped;
  private boolean sealed = true;

  SampleExperiment(Path reports) {
    this.reports = reports;
    for (SideName side : List.of(SideName.BASELINE_FIRST, SideName.BASELINE_AGAIN)) {
      CELLS.forEach(cell -> order.add(List.of(place(side, cell, 1))));
    }
    for (int attempt = 1; attempt <= 2; attempt++) {
      for (String cell : CELLS) {
        order.add(
            List.of(
                place(SideName.BASELINE, cell, attempt), place(SideName.CANDIDATE, cell, attempt)));
      }
    }
    order.add(List.of(place(SideName.ROLLED_BACK, "normal/normal", 1)));
    order.add(List.of(place(SideName.STOP_DRILL, "normal/normal", 1)));
    for (List<String> block : order) {
      block.forEach(place -> runs.put(place, new SampleRun(place)));
    }
  }

  static String place(SideName side, String cell, int attempt) {
    return side.folder() + "/" + cell + "/" + attempt;
  }

  /** Replaces text of experiment.yaml before it is registered. */
  SampleExperiment file(String from, String to) {
    if (!file.contains(from)) {
      throw new AssertionError("the file has no '" + from + "'");
    }
    file = file.replace(from, to);
    return this;
  }

  /** Adds lines to experiment.yaml. */
  SampleExperiment lines(String more) {
    file += more;
    return this;
  }

  /** Changes every run whose folder begins so. */
  SampleExperiment run(String begins, Consumer<SampleRun> change) {
    List<SampleRun> chosen =
        runs.entrySet().stream()
            .filter(run -> run.getKey().startsWith(begins))
            .map(Map.Entry::getValue)
            .toList();
    if (chosen.isEmpty()) {
      throw new AssertionError("no run begins with " + begins);
    }
    chosen.forEach(change);
    return this;
  }

  /** What is registered of the candidate. */
  SampleExperiment registered(Map<String, String> values) {
    candidate = values;
    return this;
  }

  SampleExperiment stopped(String json) {
    stopped = json;
    return this;
  }

  SampleExperiment notSealed() {
    sealed = false;
    return this;
  }

  BatchFolder write() throws Exception {
    BatchFolder batch = BatchFolder.create(reports);
    register(batch);
    String digest = Digests.ofFile(batch.path().resolve(Registration.FILE));
    for (SampleRun run : runs.values()) {
      RunFolder folder = run.write(batch, digest);
      if (folder != null) {
        folder.writeVerdict(Rejudge.judge(Rejudge.record(folder)));
      }
    }
    if (stopped != null) {
      batch.keep(StopRecord.FILE, stopped);
    }
    if (sealed) {
      BatchSums.write(batch);
    }
    return batch;
  }

  ExperimentResult judge() throws Exception {
    return ExperimentJudge.judge(write());
  }

  private void register(BatchFolder batch) throws Exception {
    Files.writeString(batch.path().resolve(Registration.COPY), file);
    Path where = Path.of("experiment.yaml");
    Experiment experiment = ExperimentFile.stored(batch.path().resolve(Registration.COPY), where);
    ObjectNode tree = JSON.createObjectNode();
    tree.put("experiment", experiment.name()).put("file", where.toString());
    tree.put("sha256", Digests.ofText(file));
    tree.set("declared", Declared.of(experiment));
    Map<String, String> baseline = Map.of("settings.defect", "none");
    ArrayNode differences = tree.putArray("differences");
    Configuration.differences(Configuration.of(baseline), Configuration.of(candidate))
        .forEach(
            one ->
                differences
                    .addObject()
                    .put("path", one.path())
                    .put("baseline", one.baseline())
                    .put("candidate", one.candidate()));
    tree.set("baseline", JSON.valueToTree(baseline));
    tree.set("candidate", JSON.valueToTree(candidate));
    ObjectNode seeds = tree.putObject("seeds");
    CELLS.forEach(cell -> seeds.put(cell, 7));
    tree.set("order", JSON.valueToTree(order));
    batch.keep(Registration.FILE, tree.toPrettyString() + "\n");
  }
}
