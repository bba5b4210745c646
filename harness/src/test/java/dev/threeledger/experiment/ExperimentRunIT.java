package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with the reference executor, from the file to the decision. */
class ExperimentRunIT {
  private static final Path EXPERIMENTS = Path.of("harness/src/test/resources/experiment-runs");
  private static final Path REPORTS = Path.of("harness/target/reports-experiments");

  /** What is told while it runs. */
  private static final class Told implements Progress {
    private final List<String> messages = Collections.synchronizedList(new ArrayList<>());
    private final List<String> counts = Collections.synchronizedList(new ArrayList<>());
    private final List<String> ended = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void message(String text) {
      messages.add(text);
    }

    @Override
    public void ended(CellOutcome outcome, int done, int all) {
      ended.add(outcome.side() + "/" + outcome.cell().id() + "/" + outcome.attempt());
      counts.add(done + "/" + all);
    }
  }

  private static ExperimentPlan plan(Path file) throws Exception {
    return ExperimentPlan.read(new ExperimentPlan.Request(file, REPORTS));
  }

  @Test
  void bothSidesGoThroughTheSameCellsAndTheFolderSaysAll() throws Exception {
    ExperimentPlan plan = plan(EXPERIMENTS.resolve("small.yaml"));
    Told told = new Told();
    ExperimentRun.Ended ended = new ExperimentRun(plan, told).run();

    assertThat(ended.failure()).isEmpty();
    assertThat(ended.deviating()).isEmpty();
    assertThat(ended.stoppedBy()).isEmpty();
    assertThat(ended.interrupted()).isFalse();
    assertThat(told.counts).contains("1/8", "8/8").doesNotHaveDuplicates();
    List<String> planned =
        plan.order().stream().flatMap(List::stream).map(ExperimentPlan.Planned::folder).toList();
    assertThat(told.ended).containsExactlyInAnyOrderElementsOf(planned);
    assertThat(told.messages)
        .containsExactly(
            "registered " + ended.registered(),
            "the baseline, twice: 2 runs",
            "stop drill and rollback: 2 runs",
            "pairs: 4 runs");
    for (RunFolder run : ended.folder().runs()) {
      assertThat(run.readRun().registered()).isEqualTo(ended.registered());
    }
    assertThat(BatchSums.changes(ended.folder())).isEmpty();
    assertThat(Files.readAllLines(ended.folder().path().resolve("SHA256SUMS"))).hasSize(8 + 2);

    ExperimentResult result = ExperimentJudge.judge(ended.folder());
    assertThat(result.digest()).isEqualTo(ended.digest());
    assertThat(result.pairs())
        .hasSize(2)
        .allSatisfy(
            pair -> assertThat(pair.pairClass()).as(pair.why()).isEqualTo(PairClass.SAME_PASS));
    assertThat(result.differences())
        .extracting(Difference::path)
        .containsExactly("settings.maxAttempts");
  }

  /** The first run of all starts two workers; whoever starts later has the defect. */
  @Test
  void nothingIsComparedWithABaselineThatDoesNotRepeat(@TempDir Path folder) throws Exception {
    Path reference = Path.of("reference-impl").toAbsolutePath();
    Path starts = folder.resolve("starts");
    String command =
        """
        command:
          - sh
          - -c
          - >-
            if [ -e STARTS ] && [ $(wc -l < STARTS) -ge 2 ]; then export DEFECT=rounded-amount; fi;
            echo one >> STARTS;
            exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx96m -jar REFERENCE/target/reference-executor.jar
        """
            .replace("STARTS", starts.toString())
            .replace("REFERENCE", reference.toString());
    String subject =
        Files.readString(reference.resolve("subject.yaml"))
            .replace("target/reference", reference + "/target/reference")
            .replaceFirst("(?m)^command:\\n(  - .*\\n)+", Matcher.quoteReplacement(command));
    Files.writeString(folder.resolve("subject.yaml"), subject);
    Path file =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            Files.readString(EXPERIMENTS.resolve("stopped.yaml"))
                .replaceAll("\\.\\./\\.\\./\\.\\./\\.\\./\\.\\./reference-impl/", "")
                .replaceAll(
                    "\\.\\./\\.\\./\\.\\./\\.\\./\\.\\./", Path.of("").toAbsolutePath() + "/")
                .replace("duplicate-trigger/failure", "normal/normal")
                .replace("duplicate-trigger.yaml", "normal.yaml")
                .replace("[second-effect, broken]", "[broken]")
                .replace(", stopped_by: second-effect", "")
                .replace("defect: none } }", "maxAttempts: 4 } }")
                .replace("defect: look-then-insert", "maxAttempts: 5")
                .replace("settings.defect: none", "settings.maxAttempts: 4")
                .replace("changed: settings.defect", "changed: settings.maxAttempts"));
    Told told = new Told();
    ExperimentRun.Ended ended = new ExperimentRun(plan(file), told).run();

    assertThat(ended.failure()).isEmpty();
    String what = "normal/normal gave PASS, then FAIL";
    assertThat(ended.deviating()).containsExactly(what);
    assertThat(told.messages)
        .endsWith(
            "not comparable: the baseline does not repeat: "
                + what
                + "; the comparison is not begun");
    assertThat(told.ended).hasSize(2);
    ExperimentResult result = ExperimentJudge.judge(ended.folder());
    assertThat(result.decision()).isEqualTo(Decision.STOP);
    assertThat(result.baselineRepeats()).isFalse();
  }
}
