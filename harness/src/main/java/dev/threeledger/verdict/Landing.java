package dev.threeledger.verdict;

import java.util.List;

/**
 * Whether a planned fault struck, at the planned point, shown by something other than our intent.
 *
 * @param fault name in the scenario
 * @param proof what shows it, each a sentence; kept also when it did not land
 * @param missing what is missing for the proof, each a sentence; empty exactly when landed
 * @param events seqs on the timeline that show it, ascending
 */
public record Landing(
    String fault, boolean landed, List<String> proof, List<String> missing, List<Long> events) {
  public Landing {
    proof = List.copyOf(proof);
    missing = List.copyOf(missing);
    events = List.copyOf(events);
    if (landed != missing.isEmpty()) {
      throw new IllegalArgumentException(fault + ": landed exactly when nothing is missing");
    }
  }
}
