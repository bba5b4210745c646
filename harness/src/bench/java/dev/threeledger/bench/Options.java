package dev.threeledger.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What was asked for.
 *
 * @param groups names of groups, or {@code all}
 * @param quick fewer repetitions and smaller sizes: to see that it works
 * @param store the ratios become the stored ones
 * @param toxiproxy API of a real Toxiproxy, empty: there is none
 * @param folder where results go; big temporary files are made there as well
 */
record Options(Set<String> groups, boolean quick, boolean store, String toxiproxy, Path folder) {
  static final List<String> GROUPS =
      List.of("wire", "bulk", "effects", "timeline", "reconcile", "cell");

  /** Of two sizes or numbers the one to use. */
  int pick(int full, int quickly) {
    return quick ? quickly : full;
  }

  boolean wants(String group) {
    return groups.contains("all") || groups.contains(group);
  }
}
