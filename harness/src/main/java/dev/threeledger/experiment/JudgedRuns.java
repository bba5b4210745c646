package dev.threeledger.experiment;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All runs of an experiment's folder, each judged once. */
final class JudgedRuns {
  private final List<PlannedRun> planned;
  private final Map<String, JudgedRun> runs = new LinkedHashMap<>();
  private final Map<String, String> unreadable = new LinkedHashMap<>();

  private JudgedRuns(List<PlannedRun> planned) {
    this.planned = List.copyOf(planned);
  }

  /** Reads every run that is there; one that cannot be read does not stop the others. */
  static JudgedRuns read(BatchFolder batch, Registration registered)
      throws RefusedException, EvidenceException {
    List<PlannedRun> planned = new ArrayList<>();
    for (List<String> block : registered.order()) {
      for (String place : block) {
        planned.add(PlannedRun.of(place));
      }
    }
    JudgedRuns all = new JudgedRuns(planned);
    for (RunFolder folder : batch.runs()) {
      String place = batch.place(folder);
      try {
        all.runs.put(place, JudgedRun.read(batch, folder));
      } catch (EvidenceException | IllegalArgumentException e) {
        all.unreadable.put(place, e.getMessage().replace(batch.path() + "/", ""));
      }
    }
    return all;
  }

  /** The runs of a side that are there, in the order of the plan. */
  List<JudgedRun> of(SideName side) {
    return planned.stream()
        .filter(run -> run.side() == side && runs.containsKey(run.place()))
        .map(run -> runs.get(run.place()))
        .toList();
  }

  /** Those of the pairs, the baseline's first. */
  List<JudgedRun> ofPairs() {
    List<JudgedRun> both = new ArrayList<>(of(SideName.BASELINE));
    both.addAll(of(SideName.CANDIDATE));
    return both;
  }

  /** All that are there and can be read. */
  List<JudgedRun> all() {
    return List.copyOf(runs.values());
  }

  /** A planned run. */
  Pairing.Half half(SideName side, String cell, int attempt) {
    String place = new PlannedRun(side, cell, attempt).place();
    return new Pairing.Half(runs.get(place), unreadable.getOrDefault(place, "it was not run"));
  }

  /** Every run that was to be made, in the order of the plan. */
  List<PlannedRun> planned() {
    return planned;
  }

  /** Cells of a side, in the order of the plan. */
  Set<String> cells(SideName side) {
    Set<String> cells = new LinkedHashSet<>();
    planned.stream().filter(run -> run.side() == side).forEach(run -> cells.add(run.cell()));
    return cells;
  }

  /** Attempts that are planned of a cell on the baseline's or the candidate's side. */
  int attempts(String cell) {
    return planned.stream()
        .filter(run -> run.side() == SideName.BASELINE || run.side() == SideName.CANDIDATE)
        .filter(run -> run.cell().equals(cell))
        .mapToInt(PlannedRun::attempt)
        .max()
        .orElse(0);
  }

  /** What the plan and the folder do not have in common, each a sentence. */
  List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    Set<String> places = new LinkedHashSet<>();
    for (PlannedRun run : planned) {
      places.add(run.place());
      if (unreadable.containsKey(run.place())) {
        gaps.add(run.place() + " cannot be read: " + unreadable.get(run.place()));
      } else if (!runs.containsKey(run.place())) {
        gaps.add(run.place() + " was not run");
      }
    }
    runs.keySet().stream()
        .filter(place -> !places.contains(place))
        .forEach(place -> gaps.add(place + " was not planned"));
    unreadable.keySet().stream()
        .filter(place -> !places.contains(place))
        .forEach(place -> gaps.add(place + " was not planned"));
    return gaps;
  }
}
