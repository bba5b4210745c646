package dev.threeledger.container;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM that made a container or network, as its label says: {@code 4711-8123456@host}.
 *
 * @param pid of the JVM
 * @param startTicks when it was started, as {@code /proc} counts (field 22 of {@code stat}): a pid
 *     that was given to another process has another
 * @param host name of the machine, or container, whose pid it is
 */
record Owner(long pid, long startTicks, String host) {
  private static final Pattern LABEL = Pattern.compile("(\\d{1,18})-(\\d{1,18})@(.+)");

  /** Number of the field after the process's name, from 0. */
  private static final int START_FIELD = 19;

  /** This JVM. */
  static Owner self() {
    long pid = ProcessHandle.current().pid();
    return new Owner(pid, startTicks(pid).orElse(0), hostName());
  }

  /** From a label's value; empty when it was not written by us. */
  static Optional<Owner> parse(String label) {
    Matcher matcher = LABEL.matcher(label == null ? "" : label);
    return matcher.matches()
        ? Optional.of(
            new Owner(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                matcher.group(3)))
        : Optional.empty();
  }

  /** As a label's value. */
  String label() {
    return pid + "-" + startTicks + "@" + host;
  }

  /**
   * True when it certainly runs no more. Of another host nothing can be said here.
   *
   * @param here this machine's name
   * @param startOf the start of a running process, by pid; empty when there is none
   */
  boolean isGone(String here, LongFunction<OptionalLong> startOf) {
    if (!host.equals(here)) {
      return false;
    }
    OptionalLong start = startOf.apply(pid);
    return start.isEmpty() || start.getAsLong() != startTicks;
  }

  /** When a process was started; empty when there is none. */
  static OptionalLong startTicks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name stands in parentheses and may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return OptionalLong.of(Long.parseLong(fields[START_FIELD]));
    } catch (IOException gone) {
      return OptionalLong.empty();
    }
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return InetAddress.getLoopbackAddress().getHostName();
    }
  }
}
