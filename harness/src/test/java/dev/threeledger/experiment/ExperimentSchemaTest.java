package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published schema and the reader agree on what is valid. */
class ExperimentSchemaTest {
  @TempDir Path folder;

  private static JsonNode json(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }

  @Test
  void validFilesAreValidByBoth() throws Exception {
    assertThat(Schemas.problems(Schemas.EXPERIMENT, json(Experiments.valid()))).isEmpty();
  }

  @Test
  void whatIsShippedIsValidByBoth() throws Exception {
    List<Path> shipped = new ArrayList<>(List.of(Path.of("../experiment.yaml")));
    try (Stream<Path> files = Files.list(Path.of("../scenarios/experiments"))) {
      files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(shipped::add);
    }
    assertThat(shipped).hasSizeGreaterThan(1);
    for (Path file : shipped) {
      assertThat(Schemas.problems(Schemas.EXPERIMENT, json(Files.readString(file))))
          .as(file.toString())
          .isEmpty();
      ExperimentFile.load(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "experiment: unique-constraint | experiment: Unique Constraint",
        "claim: | klaim:",
        "scenarios: [ | scenarios: []#",
        "baseline: { version: 1.0.0, | baseline: { vershun: 1.0.0,",
        "settings: { defect: none } | settings: [defect]",
        "changed: settings.defect | changed: settings",
        "changed: settings.defect | changed: subject.version.x",
        "changed: settings.defect | changed: partner.payments.charge",
        "changed: settings.defect | changed: speed",
        "cells: { ids: [normal/normal, duplicate-trigger/failure] } | cells: {}",
        "cells: { ids | cells: { id",
        "seed: 20260131 | seed: first",
        "seed: 20260131 | seed: '1'",
        "concurrency: 2 | concurrency: 0",
        "payments.charge.deduplicates: false | payments.charge.deduplicates: maybe",
        "payments.charge.deduplicates: false | payments.charge: false",
        "repeat: 2 | repeat: 0",
        "verdicts: candidate | verdicts: baseline",
        "no: FAIL | no: PASS",
        "where: baseline-passes | where: always",
        "pairs: fixed | pairs: repaired",
        "at_least: 1 | at_least: -1",
        "', at_least: 1' | ''",
        "cost: statements | cost: money",
        "at_most: 1.10 | at_most: 10%",
        "at_most: 1.10 | at_most: 0",
        "', of: baseline' | ''",
        "second-effect, lost-key | second-effect, second-effect",
        "second-effect, lost-key | ''",
        "second-effect, lost-key | sometimes",
        "decision: stop | decision: perhaps",
        "'decision: stop, ' | ''",
        "first_deviation: { check: at-most-one-effect, scenario: duplicate-trigger, event: StopConditionMet } | first_deviation: {}",
        "stopped_by: second-effect | stopped_by: chance",
        "observe: [plans, phases] | observe: [stars]",
        "observe: [plans, phases] | observe: []",
        "owner: payments-platform | ''",
        "owner: payments-platform | owner: ' '",
        "rollback: { settings.defect: none } | rollback: {}",
        "rollback: { settings.defect: none } | rollback: { defect: none }",
        "not_covered: [more than two workers] | not_covered: []",
      })
  void aBadFileIsRejectedByBoth(String good, String bad) throws Exception {
    String document = Experiments.with(good, bad);
    Path file = Experiments.write(folder, document);
    assertThatThrownBy(() -> ExperimentFile.load(file)).isInstanceOf(ProblemsException.class);
    assertThat(Schemas.problems(Schemas.EXPERIMENT, json(document))).isNotEmpty();
  }

  @Test
  void eachSideMayHaveASubjectOfItsOwn() throws Exception {
    String subject = Path.of("../reference-impl/subject.yaml").toAbsolutePath().normalize() + "";
    String apart =
        Experiments.with("subject: " + subject + "\n", "")
            .replace("{ version: 1.0.0", "{ subject: " + subject + ", version: 1.0.0");
    assertThat(Schemas.problems(Schemas.EXPERIMENT, json(apart))).isEmpty();
    ExperimentFile.load(Experiments.write(folder, apart));
    String onOne = Experiments.with(apart, "{ subject: " + subject + ", ", "{ ");
    assertThat(Schemas.problems(Schemas.EXPERIMENT, json(onOne))).isNotEmpty();
    Path file = Experiments.write(folder, onOne);
    assertThatThrownBy(() -> ExperimentFile.load(file)).isInstanceOf(ProblemsException.class);
  }

  @Test
  void everyKeyOfTheSchemaStandsInTheReference() throws Exception {
    String reference = Files.readString(Path.of("../docs/experiment-format.md"));
    TreeSet<String> names = new TreeSet<>();
    collect(
        json(Files.readString(Path.of("src/main/resources/schema/experiment.schema.json"))), names);
    assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(reference).contains("`" + name));
  }

  private static void collect(JsonNode schema, TreeSet<String> names) {
    if (schema.path("properties").isObject()) {
      schema.path("properties").fieldNames().forEachRemaining(names::add);
    }
    schema.path("enum").forEach(word -> names.add(word.asText()));
    schema.forEach(inner -> collect(inner, names));
  }
}
