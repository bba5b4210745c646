package dev.threeledger.process;

import java.util.Map;
import java.util.Set;

/** Signal names as kill(1) knows them, and the numbers of those that can end a process. */
final class Signals {
  /** Linux on x86-64 and arm64 (signal(7)). */
  private static final Map<Integer, String> ENDING =
      Map.ofEntries(
          Map.entry(1, "HUP"),
          Map.entry(2, "INT"),
          Map.entry(3, "QUIT"),
          Map.entry(4, "ILL"),
          Map.entry(5, "TRAP"),
          Map.entry(6, "ABRT"),
          Map.entry(7, "BUS"),
          Map.entry(8, "FPE"),
          Map.entry(9, "KILL"),
          Map.entry(10, "USR1"),
          Map.entry(11, "SEGV"),
          Map.entry(12, "USR2"),
          Map.entry(13, "PIPE"),
          Map.entry(14, "ALRM"),
          Map.entry(15, "TERM"),
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(31, "SYS"));

  private static final Set<String> OTHERS = Set.of("STOP", "CONT", "TSTP", "CHLD", "WINCH");

  private Signals() {}

  /** Name of a signal that can end a process, or null. */
  static String name(int number) {
    return ENDING.get(number);
  }

  /** True for a name that can be sent. */
  static boolean known(String name) {
    return ENDING.containsValue(name) || OTHERS.contains(name);
  }
}
