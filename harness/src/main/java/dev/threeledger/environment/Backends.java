package dev.threeledger.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The processes of a server. Each one is leader of a process group of its own (postmaster children
 * call setsid), so that the postmaster's group says nothing about them; but all of them work in the
 * data directory, also those that outlived their postmaster.
 */
final class Backends {
  private static final String PROGRAM = "(postgres) ";

  private Backends() {}

  /**
   * Those that live, the postmaster among them, by process id, with their state letter in {@code
   * /proc}. A zombie does not live.
   */
  static Map<Long, Character> in(Path data) {
    Map<Long, Character> states = new TreeMap<>();
    for (Path process : all(data)) {
      try {
        byte[] bytes = Files.readAllBytes(process.resolve("stat"));
        String stat = new String(bytes, StandardCharsets.ISO_8859_1);
        int name = stat.indexOf(PROGRAM);
        char state = name < 0 ? 'X' : stat.charAt(name + PROGRAM.length());
        if (state != 'Z' && state != 'X') {
          states.put(pid(process), state);
        }
      } catch (IOException goneMeanwhile) {
        // and so it does not live
      }
    }
    return states;
  }

  /** SIGKILL to everything that works there, all at once, then waits for their end. */
  static void killThoseIn(Path data) {
    kill(all(data).stream().map(Backends::pid).toList());
  }

  /** SIGKILL to these, all at once, then waits for their end. */
  static void kill(Collection<Long> pids) {
    List<CompletableFuture<ProcessHandle>> ends = new ArrayList<>();
    pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(handle -> ends.add(kill(handle))));
    ends.forEach(CompletableFuture::join);
  }

  private static List<Path> all(Path data) {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (worksIn(process, data)) {
          all.add(process);
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot list /proc", e);
    }
    return all;
  }

  private static long pid(Path process) {
    return Long.parseLong(process.getFileName().toString());
  }

  private static boolean worksIn(Path process, Path data) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).equals(data);
    } catch (IOException | SecurityException goneOrNotOurs) {
      return false;
    }
  }

  private static CompletableFuture<ProcessHandle> kill(ProcessHandle process) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    process.destroyForcibly();
    return end;
  }
}
