package dev.threeledger.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Scenario;

/**
 * One run to be made.
 *
 * @param scenario the variation, defaults filled in
 * @param seed for all that is drawn in the run; see {@link Seeds}
 * @param asked the same scenario in the scenario format, without vary; {@link Matrix#fromTree}
 *     reads it back
 */
public record Cell(Scenario scenario, long seed, JsonNode asked) {

  /** {@code scenario/cell}, such as {@code crash-after-commit/failure}. */
  public String id() {
    return scenario.id();
  }
}
