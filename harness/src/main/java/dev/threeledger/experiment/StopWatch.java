package dev.threeledger.experiment;

import dev.threeledger.cost.PlanChange;
import dev.threeledger.cost.Plans;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.run.CellOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges the stop rules after each run, from its evidence, and records the first that is met. Any
 * thread may call it.
 */
final class StopWatch {
  private final BatchFolder batch;
  private final StopRules rules;
  private final String changed;
  private final Map<String, JudgedRun> halves = new HashMap<>(); // of pairs, by folder
  private final List<Plans> baseline = new ArrayList<>();
  private Stopped stopped;

  StopWatch(BatchFolder batch, Experiment experiment) {
    this.batch = batch;
    this.rules = new StopRules(experiment.stopWhen());
    this.changed = experiment.changed();
  }

  /**
   * A run has ended; its evidence is sealed.
   *
   * @return what ends the experiment now, recorded in the folder; empty: nothing does, or something
   *     did before
   * @throws EvidenceException when evidence cannot be read or written
   */
  Optional<Stopped> ended(CellOutcome outcome) throws EvidenceException {
    SideName side = SideName.of(outcome.side()).orElseThrow();
    JudgedRun run = JudgedRun.read(batch, RunFolder.open(outcome.folder()));
    synchronized (this) {
      if (stopped == null) {
        List<Stopped> met = met(side, outcome, run);
        if (!met.isEmpty()) {
          batch.keep(StopRecord.FILE, StopRecord.text(met.get(0)));
          stopped = met.get(0);
          return Optional.of(stopped);
        }
      }
      return Optional.empty();
    }
  }

  /** What ended the experiment, empty: nothing did. */
  synchronized Optional<Stopped> stopped() {
    return Optional.ofNullable(stopped);
  }

  private List<Stopped> met(SideName side, CellOutcome outcome, JudgedRun run)
      throws EvidenceException {
    List<Stopped> met = new ArrayList<>(rules.met(side, run));
    if (rules.asksForPlans() && ofBaseline(side)) {
      baseline.add(Plans.of(run.folder()));
    }
    if (side == SideName.BASELINE || side == SideName.CANDIDATE) {
      halves.put(run.place(), run);
      String cell = outcome.cell().id();
      JudgedRun before = half(SideName.BASELINE, cell, outcome.attempt());
      JudgedRun after = half(SideName.CANDIDATE, cell, outcome.attempt());
      if (before != null && after != null) {
        met.addAll(ofPair(cell, outcome.attempt(), before, after));
      }
    }
    return met;
  }

  private static boolean ofBaseline(SideName side) {
    return switch (side) {
      case BASELINE_FIRST, BASELINE_AGAIN, BASELINE -> true;
      case CANDIDATE, ROLLED_BACK, STOP_DRILL -> false;
    };
  }

  private JudgedRun half(SideName side, String cell, int attempt) {
    return halves.get(side.folder() + "/" + cell + "/" + attempt);
  }

  private List<Stopped> ofPair(String cell, int attempt, JudgedRun before, JudgedRun after)
      throws EvidenceException {
    Pairing pair =
        Pairing.of(
            cell, attempt, new Pairing.Half(before, ""), new Pairing.Half(after, ""), changed);
    List<String> plans = new ArrayList<>();
    if (rules.asksForPlans()) {
      Plans.changes(baseline, List.of(Plans.of(after.folder()))).stream()
          .map(PlanChange::statement)
          .forEach(plans::add);
    }
    return rules.met(pair, plans);
  }
}
