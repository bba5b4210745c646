package dev.threeledger.report;

import dev.threeledger.evidence.BatchFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the samples to a folder, to be looked at in a browser: the only argument. */
final class SampleMain {
  private SampleMain() {}

  public static void main(String[] args) throws IOException {
    BatchFolder batch = SampleRuns.write(Path.of(args[0]));
    System.out.println(batch.path());
  }
}
