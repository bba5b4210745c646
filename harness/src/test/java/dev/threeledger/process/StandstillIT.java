package dev.threeledger.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StandstillIT {
  private final Process process = start();

  /** In a session of its own, as a server's backends are. */
  private static Process start() {
    try {
      return new ProcessBuilder("setsid", "sleep", "60").start();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterEach
  void end() throws Exception {
    process.destroyForcibly();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  private char state() throws Exception {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private void awaitStopped(boolean stopped) throws Exception {
    while ((state() == 'T') != stopped) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void whatStandsStillGoesOnWhenItIsClosed() throws Exception {
    try (Standstill standstill = Standstill.begin()) {
      standstill.stop(process.pid());
      standstill.stop(process.pid());
      awaitStopped(true);
    }
    awaitStopped(false);
  }

  @Test
  void whatDoesNotLiveIsNoProblemAndClosingTwiceIsNone() throws Exception {
    process.destroyForcibly().waitFor();
    Standstill standstill = Standstill.begin();
    standstill.stop(process.pid());
    standstill.close();
    standstill.close();
  }
}
