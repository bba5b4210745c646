package dev.threeledger.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.Schemas;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.scenario.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the repository ships is valid by schema and loader. */
class ShippedFilesTest {
  private static final Path SCENARIOS = Path.of("../scenarios");
  private static final Path SUBJECT = Path.of("../reference-impl/subject.yaml");
  private static final List<String> CHECKS =
      List.of(
          "at-most-one-effect",
          "no-silent-loss",
          "records-agree",
          "stable-key",
          "single-holder",
          "legal-transitions",
          "bounded-attempts",
          "compensated",
          "manual-is-owned",
          "recovers",
          "no-retry-storm",
          "fair-share",
          "secrets-masked",
          "key-body-agree",
          "as-expected");

  private static JsonNode json(Path file) {
    Problems problems = new Problems();
    return YamlFile.read(file, problems).orElseThrow().json();
  }

  /** {@code external/payments/charge.json} is the operation payments.charge. */
  private static Set<String> operations() throws IOException {
    try (Stream<Path> files = Files.walk(SCENARIOS.resolve("external"))) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .map(file -> file.getParent().getFileName() + "." + file.getFileName())
          .map(name -> name.replaceAll("\\.json$", ""))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void theReferenceSubjectAndAllScenariosAreValid() throws Exception {
    assumeThat(SUBJECT).exists();
    assumeThat(SCENARIOS.resolve("statement")).exists();
    assertThat(Schemas.problems(Schemas.SUBJECT, json(SUBJECT))).isEmpty();
    Subject subject = SubjectFile.load(SUBJECT, operations());
    valid(SCENARIOS, subject);
    valid(SCENARIOS.resolve("containers"), Formats.inContainers(subject));
  }

  private static void valid(Path folder, Subject subject) throws Exception {
    List<Cell> cells =
        Matrix.load(List.of(folder), subject, operations(), CHECKS, 1, Overrides.none(), true);
    assertThat(cells).isNotEmpty();
    Set<Path> files =
        cells.stream().map(cell -> cell.scenario().file()).collect(Collectors.toSet());
    for (Path file : files) {
      assertThat(Schemas.problems(Schemas.SCENARIO, json(file))).as(file.toString()).isEmpty();
    }
  }
}
