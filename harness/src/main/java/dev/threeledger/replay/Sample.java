package dev.threeledger.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.Environment;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.run.BatchPlan;
import dev.threeledger.run.Environments;
import dev.threeledger.run.Surroundings;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A recorded run made ready to be run again, here and now.
 *
 * @param asked the scenario's tree, unmasked
 * @param subject what it is run against now
 * @param changes what it stood on, against what there is now
 */
record Sample(
    Original original,
    OutsideSystems outside,
    JsonNode asked,
    Scenario scenario,
    Subject subject,
    Changes changes) {

  /**
   * Makes it ready.
   *
   * @param subject other than the recorded one, or null
   * @throws RefusedException when the scenario's data or outside systems are not there any more
   * @throws dev.threeledger.environment.EnvironmentException when its environment cannot be had
   */
  static Sample of(Original original, Subject subject) throws RefusedException, IOException {
    OutsideSystems outside = OutsideSystems.load(original.outside());
    JsonNode asked = Masked.scenario(original, outside);
    return of(original, outside, asked, subject == null ? original.subject() : subject);
  }

  private static Sample of(
      Original original, OutsideSystems outside, JsonNode asked, Subject subject)
      throws RefusedException, IOException {
    Scenario scenario = Matrix.fromTree(asked, Path.of(original.asked().scenarioFile()));
    Path data = scenario.given().data();
    if (data != null && !Files.isRegularFile(data)) {
      throw new RefusedException(
          "the data of "
              + original.shown()
              + " stood in "
              + Surroundings.shown(data)
              + ", which is not there; nothing was run");
    }
    return new Sample(
        original,
        outside,
        asked,
        scenario,
        subject,
        Changes.between(
            original.environment(), now(environment(original), scenario, subject, outside)));
  }

  /** The one that it was run in. */
  private static EnvironmentChoice environment(Original original) {
    return EnvironmentChoice.ofOptions(original.asked().options());
  }

  private static JsonNode now(
      EnvironmentChoice choice, Scenario scenario, Subject subject, OutsideSystems outside)
      throws IOException {
    try (Environment environment = Environments.open(choice);
        DatabaseServer server = environment.startDatabase()) {
      EnvironmentRecord machine =
          EnvironmentRecord.here(Path.of("").toAbsolutePath())
              .version("toxiproxy", environment.network().version());
      return Surroundings.of(
              machine, scenario, subject, outside, server.version(), environment.image(subject))
          .tree();
    }
  }

  /** The same with another tree of its scenario. */
  Sample with(JsonNode otherAsked) {
    Scenario other = Matrix.fromTree(otherAsked, Path.of(original.asked().scenarioFile()));
    return new Sample(original, outside, otherAsked, other, subject, changes);
  }

  /** The cell with the seed that it had. */
  Cell cell() {
    return new Cell(scenario, original.seed(), asked, original.asked().origin(), List.of());
  }

  /**
   * What it is run under.
   *
   * @param options of the command that would repeat it
   */
  BatchPlan plan(List<String> options, int times, Path reports) {
    return new BatchPlan(
        List.of(cell()),
        original.asked().seed(),
        options,
        times,
        subject,
        SubjectFile.tree(subject),
        outside,
        reports,
        1,
        environment(original),
        original.injected());
  }

  /**
   * Refuses what differs.
   *
   * @param what is told after the list: what the user may do
   */
  void refuse(List<Change> differences, String what) throws RefusedException {
    if (!differences.isEmpty()) {
      StringBuilder text = new StringBuilder(original.shown());
      text.append(" did not stand on what there is now:\n");
      differences.forEach(change -> text.append("  ").append(change.text()).append('\n'));
      throw new RefusedException(text.append(what).toString());
    }
  }
}
