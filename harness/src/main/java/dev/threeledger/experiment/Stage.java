package dev.threeledger.experiment;

import java.util.EnumSet;
import java.util.Set;

/** What an experiment does one after the other. */
enum Stage {
  /** Nothing is compared with a baseline that does not repeat itself. */
  BASELINE("the baseline, twice", EnumSet.of(SideName.BASELINE_FIRST, SideName.BASELINE_AGAIN)),
  /** Before the comparison, which may be ended at any time. */
  REHEARSALS("stop drill and rollback", EnumSet.of(SideName.STOP_DRILL, SideName.ROLLED_BACK)),
  /** The comparison. */
  PAIRS("pairs", EnumSet.of(SideName.BASELINE, SideName.CANDIDATE));

  private final String title;
  private final Set<SideName> sides;

  Stage(String title, Set<SideName> sides) {
    this.title = title;
    this.sides = sides;
  }

  /** For people. */
  String title() {
    return title;
  }

  /** Whose runs are made in it. */
  Set<SideName> sides() {
    return sides;
  }
}
