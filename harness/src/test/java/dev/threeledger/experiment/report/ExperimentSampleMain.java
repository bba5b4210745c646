package dev.threeledger.experiment.report;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.experiment.ExperimentResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the samples to a folder, to be looked at in a browser: the only argument. */
final class ExperimentSampleMain {
  private ExperimentSampleMain() {}

  public static void main(String[] args) throws IOException {
    for (Map.Entry<String, ExperimentResult> sample : ExperimentSamples.all().entrySet()) {
      Path folder = Files.createDirectories(Path.of(args[0]).resolve(sample.getKey()));
      ExperimentReport.write(BatchFolder.open(folder), sample.getValue());
      Files.writeString(
          folder.resolve("terminal.txt"),
          ExperimentText.format(sample.getValue(), 100, "reports/20261129-120000-a1b2"));
    }
  }
}
