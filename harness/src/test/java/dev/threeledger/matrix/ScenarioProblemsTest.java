package dev.threeledger.matrix;

import static dev.threeledger.scenario.Formats.CHECKS;
import static dev.threeledger.scenario.Formats.DIRECTORY;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Problem;
import dev.threeledger.scenario.ProblemsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioProblemsTest {
  @TempDir Path directory;

  private static ProblemsException problems(Path... paths) {
    return catchThrowableOfType(
        ProblemsException.class,
        () -> Matrix.load(List.of(paths), Formats.subject(), OPERATIONS, CHECKS, 1));
  }

  private String textOf(String document) throws IOException {
    Path file = Files.writeString(directory.resolve("x.yaml"), document);
    return problems(file).text().replace(directory + "/", "");
  }

  /** The expected text stands in problems.txt beside the files. */
  @Test
  void allProblemsOfAllFilesAreReportedAtOnce() throws Exception {
    String text = problems(DIRECTORY.resolve("bad")).text().replace(DIRECTORY + "/", "");
    assertThat(text + "\n").isEqualTo(Files.readString(DIRECTORY.resolve("bad/problems.txt")));
  }

  @Test
  void aProblemPointsAtThePlaceToEdit() throws Exception {
    String document =
        """
        scenario: x
        family: statement
        claim: Locations point at what must be edited.
        given: { settings: { tick: 1s, lease: 1s } }
        fault:
          - on: db.comit
            do: crash
        limits:
          run: 30
        """;
    assertThat(textOf(document))
        .isEqualTo(
            """
            x.yaml:6:9: fault[0].on: unknown fault point 'db.comit'; did you mean 'db: commit'? known: db: statement, db: commit, http: <operation>, trigger: sent
            x.yaml:9:8: limits.run: '30' has no unit; write a duration such as 30s or 500ms
            2 problems; nothing was run""");
  }

  @Test
  void aProblemOfAVariationPointsAtTheVariation() throws Exception {
    String document =
        """
        scenario: x
        family: statement
        claim: Locations point at what must be edited.
        given: { settings: { tick: 1s, lease: 1s } }
        vary:
          - { name: slow, given.settings.lease: 1 }
          - { name: slower, given.settings.lease: 20s }
        """;
    assertThat(textOf(document))
        .isEqualTo(
            """
            x.yaml:6:41: vary[0]: given.settings.lease: '1' has no unit; write a duration such as 30s or 500ms
            x.yaml:7:5: vary[1]: limits.run: 30s is shorter than the quiet window of 40300ms (quiet 300ms and two periods of takeover 20s); raise limits.run or lower the setting
            2 problems; nothing was run""");
  }

  @Test
  void theCellKeyIsForRecordsOnly() throws Exception {
    String document =
        """
        scenario: x
        cell: failure
        family: statement
        claim: The harness names cells.
        given: { settings: { tick: 1s, lease: 1s } }
        """;
    assertThat(textOf(document))
        .startsWith("x.yaml:2:1: cell: unknown key 'cell'; known: scenario,")
        .endsWith("\n1 problem; nothing was run");
  }

  @Test
  void aMissingFileIsAProblem() {
    assertThat(problems(Path.of("no/such.yaml")).problems())
        .containsExactly(new Problem(Path.of("no/such.yaml"), 0, 0, "no such file"));
  }
}
