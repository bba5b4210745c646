package dev.threeledger.environment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Server processes that outlived their postmaster. Each one is leader of a process group of its own
 * (postmaster children call setsid), so that the postmaster's group says nothing about them; but
 * all of them work in the data directory.
 */
final class Backends {
  private Backends() {}

  /** Kills them and waits for their end. */
  static void killThoseIn(Path data) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (worksIn(process, data)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .ifPresent(Backends::kill);
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot list /proc", e);
    }
  }

  private static boolean worksIn(Path process, Path data) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).equals(data);
    } catch (IOException | SecurityException goneOrNotOurs) {
      return false;
    }
  }

  private static void kill(ProcessHandle process) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    process.destroyForcibly();
    end.join();
  }
}
