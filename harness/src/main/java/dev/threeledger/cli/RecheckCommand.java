package dev.threeledger.cli;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.BatchSums;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.experiment.ExperimentRecheck;
import dev.threeledger.run.Rejudge;
import dev.threeledger.run.Rejudge.Recheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./threeledger recheck}: the verdicts again, from the folder alone. */
@Command(
    name = "recheck",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Judges the runs of a batch, or a whole experiment, again from their evidence alone, and"
            + " notices every changed byte. Nothing is started.")
final class RecheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FOLDER",
      description = "reports/<batch> of a run or an experiment, or the folder of one run in it.")
  private Path folder;

  @Option(
      names = "--digest",
      paramLabel = "DIGEST",
      description =
          "The batch digest as it stood on the terminal or in junit.xml; it must be the same now.")
  private String digest;

  @Option(names = "--write", description = "Keep each new verdict in a sibling folder of the run.")
  private boolean write;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (ExperimentRecheck.isOne(folder)) {
      BatchFolder batch = BatchFolder.open(folder);
      boolean good = new RecheckedExperiment(out, batch, write).recheck();
      good &= digestHolds(out, BatchSums.digest(batch));
      out.flush();
      return good ? ExitCode.AS_EXPECTED : ExitCode.NOT_AS_EXPECTED;
    }
    boolean good = true;
    for (RunFolder run : runs()) {
      good &= recheck(run, out);
    }
    good &= digestHolds(out);
    out.flush();
    return good ? ExitCode.AS_EXPECTED : ExitCode.NOT_AS_EXPECTED;
  }

  private boolean recheck(RunFolder run, PrintWriter out) throws EvidenceException {
    Recheck recheck;
    try {
      recheck = Rejudge.recheck(run);
    } catch (EvidenceException | IllegalArgumentException e) {
      out.printf("%-12s %s%n             %s%n", "UNREADABLE", shown(run), e.getMessage());
      return false;
    }
    boolean good = print(recheck, out);
    if (write) {
      run.judgedAgain("recheck", recheck.now());
    }
    return good;
  }

  private List<RunFolder> runs() throws EvidenceException {
    if (!Files.isDirectory(folder)) {
      throw bad(folder + " is no folder; name reports/<batch> or the folder of one of its runs");
    }
    if (Files.isRegularFile(folder.resolve("run.yaml"))) {
      return List.of(RunFolder.open(folder));
    }
    List<RunFolder> runs = BatchFolder.open(folder).runs();
    if (runs.isEmpty()) {
      throw bad(folder + " holds no run; name reports/<batch> or the folder of one of its runs");
    }
    return runs;
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static String shown(RunFolder run) {
    return Console.shown(run.path()).toString();
  }

  private boolean print(Recheck recheck, PrintWriter out) {
    boolean same =
        recheck.before() != null && recheck.before().verdict() == recheck.now().verdict();
    out.printf(
        "%-12s %s%s%n",
        recheck.now().verdict(),
        shown(recheck.folder()),
        same
            ? ""
            : "  was " + (recheck.before() == null ? "not judged" : recheck.before().verdict()));
    recheck
        .now()
        .firstDeviation()
        .ifPresent(
            f -> out.printf("             %s: %s (event %d)%n", f.check(), f.message(), f.at()));
    for (FileChange change : recheck.changed()) {
      out.printf("             %s%n", change.text());
    }
    return same && recheck.changed().isEmpty();
  }

  private boolean digestHolds(PrintWriter out) throws EvidenceException {
    if (Files.isRegularFile(folder.resolve("run.yaml"))) {
      return true;
    }
    return digestHolds(out, BatchFolder.open(folder).digest());
  }

  private boolean digestHolds(PrintWriter out, String now) {
    out.println("batch digest " + now);
    if (digest != null && !digest.equals(now)) {
      out.println("it was " + digest + ": the evidence is not what it was");
      return false;
    }
    return true;
  }
}
