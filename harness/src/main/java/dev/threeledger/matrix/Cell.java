package dev.threeledger.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.ScenarioJson;
import dev.threeledger.scenario.StopCondition;
import dev.threeledger.verdict.Verdict;
import java.util.Collection;
import java.util.List;

/**
 * One run to be made.
 *
 * @param scenario the variation, defaults filled in
 * @param seed for all that is drawn in the run; see {@link Seeds}
 * @param asked the same scenario in the scenario format, without vary; {@link Matrix#fromTree}
 *     reads it back
 * @param origin the cell of the scenario files that this is, or is a variant of
 * @param options what makes it a variant of it, as options of the command line; empty: nothing
 */
public record Cell(
    Scenario scenario, long seed, JsonNode asked, String origin, List<String> options) {
  public Cell {
    options = List.copyOf(options);
  }

  /**
   * The same cell, with the same seed, under another name and with another expected verdict.
   *
   * @param suffix added to the cell's name with a hyphen
   * @param options what else makes it differ from its origin
   */
  public Cell variant(String suffix, Verdict expected, List<String> options) {
    Scenario named = scenario.variant(scenario.cell() + "-" + suffix, expected);
    return new Cell(named, seed, ScenarioJson.write(named), origin, options);
  }

  /** The same cell, ending before these deviations too; see {@link Scenario#stoppingAlso}. */
  public Cell stoppingAlso(Collection<StopCondition> conditions) {
    Scenario stopping = scenario.stoppingAlso(conditions);
    return new Cell(stopping, seed, ScenarioJson.write(stopping), origin, options);
  }

  /** {@code scenario/cell}, such as {@code crash-after-commit/failure}. */
  public String id() {
    return scenario.id();
  }
}
