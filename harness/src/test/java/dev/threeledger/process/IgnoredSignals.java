package dev.threeledger.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Signals that whoever started this JVM lets it ignore, as every child then does: a shell without
 * job control starts its background jobs so, with SIGINT ignored.
 */
public final class IgnoredSignals {
  private IgnoredSignals() {}

  /** Ends the test as skipped, with its reason printed, when the signal is ignored here. */
  public static void skipTestWhenIgnored(String name, int number) throws IOException {
    boolean ignored = ignored(number);
    String reason =
        "skipped: SIG" + name + " is ignored by whoever started this build (a background job?)";
    if (ignored) {
      System.out.println(reason);
    }
    Assumptions.assumeFalse(ignored, reason);
  }

  private static boolean ignored(int number) throws IOException {
    String mask =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    return (Long.parseUnsignedLong(mask, 16) >> (number - 1) & 1) == 1;
  }
}
