package dev.threeledger.environment;

import dev.threeledger.process.Child.Exit;
import dev.threeledger.process.LeashedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A short command of the system, run to its end. */
final class Command {
  private static final long WITHIN_SECONDS = 120;
  private static final int KILLED = 137;

  private Command() {}

  /** Exit status and everything written. */
  record Result(int status, String output) {}

  /** Runs a command in the root directory. */
  static Result run(List<String> command) throws IOException {
    Path log = Files.createTempFile("threeledger-", ".log");
    try (LeashedProcess process =
        LeashedProcess.start(command, Path.of("/"), Map.of("LC_ALL", "C"), log)) {
      Exit exit = process.exit().get(WITHIN_SECONDS, TimeUnit.SECONDS);
      int status = exit.code() == null ? KILLED : exit.code();
      return new Result(status, Files.readString(log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while '" + command.get(0) + "' ran", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "'" + String.join(" ", command) + "' did not end within " + WITHIN_SECONDS + " s", e);
    } finally {
      Files.deleteIfExists(log);
    }
  }
}
