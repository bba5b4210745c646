package dev.threeledger.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What {@code /proc} says of a process group (proc(5): {@code pid (comm) state ppid pgrp …}). */
final class ProcessGroup {
  private static final Path PROC = Path.of("/proc");

  private ProcessGroup() {}

  /**
   * The living processes of a group with their state letters. Zombies have ended: they hold neither
   * files nor sockets and only wait for somebody to read their exit status.
   */
  static Map<Long, Character> states(long group) {
    Map<Long, Character> states = new TreeMap<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        addIfMember(states, process, group);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot list " + PROC, e);
    }
    return states;
  }

  private static void addIfMember(Map<Long, Character> states, Path process, long group) {
    String stat;
    try {
      stat = new String(Files.readAllBytes(process.resolve("stat")), StandardCharsets.ISO_8859_1);
    } catch (IOException goneMeanwhile) {
      return;
    }
    int afterName = stat.lastIndexOf(')') + 2;
    String[] fields = stat.substring(afterName).split(" ", 4);
    char state = fields[0].charAt(0);
    if (Long.parseLong(fields[2]) == group && state != 'Z' && state != 'X') {
      states.put(Long.parseLong(process.getFileName().toString()), state);
    }
  }
}
