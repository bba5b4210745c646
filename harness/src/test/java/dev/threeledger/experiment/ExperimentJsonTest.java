package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.threeledger.experiment.SampleRun.Outcome;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentJsonTest {
  @TempDir Path reports;

  private SampleExperiment sample() {
    return new SampleExperiment(reports);
  }

  private static JsonNode tree(ExperimentResult result) throws Exception {
    return new ObjectMapper().readTree(ExperimentJson.text(result));
  }

  private static JsonSchema schema() throws Exception {
    try (InputStream in =
        ExperimentJson.class.getResourceAsStream("/schema/experiment-result.schema.json")) {
      return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(in);
    }
  }

  private List<JsonNode> samples() throws Exception {
    return List.of(
        tree(sample().judge()),
        tree(
            sample()
                .lines("expect: { decision: stop, stopped_by: second-effect }\n")
                .run("candidate/", run -> run.plan = "Seq Scan")
                .run("candidate/duplicate-trigger/failure/1", run -> run.outcome = Outcome.STOPPED)
                .judge()),
        tree(sample().run("", run -> run.outcome = Outcome.MISSING).judge()),
        tree(
            sample()
                .run("candidate/", run -> run.outcome = Outcome.INCONCLUSIVE)
                .run("baseline", run -> run.outcome = Outcome.MISSING)
                .judge()));
  }

  @Test
  void satisfiesItsSchema() throws Exception {
    for (JsonNode tree : samples()) {
      assertThat(schema().validate(tree)).isEmpty();
    }
  }

  @Test
  void everyFieldIsFilledAndStandsInTheSchema() throws Exception {
    TreeSet<String> known = new TreeSet<>();
    try (InputStream in =
        ExperimentJson.class.getResourceAsStream("/schema/experiment-result.schema.json")) {
      properties(new ObjectMapper().readTree(in), known);
    }
    for (JsonNode tree : samples()) {
      List<String> empty = new ArrayList<>();
      TreeSet<String> names = new TreeSet<>();
      collect("", tree, names, empty);
      assertThat(empty).isEmpty();
      names.removeAll(known);
      assertThat(names).isEmpty();
    }
  }

  /** Fields by name, without those whose names are data; nulls and empty texts by path. */
  private static void collect(
      String path, JsonNode node, TreeSet<String> names, List<String> empty) {
    if (node.isNull()
        || node.isTextual()
            && node.textValue().isBlank()
            && !path.endsWith("/why")
            && !path.endsWith("/unit")) {
      empty.add(path);
    }
    boolean data = path.matches(".*/(observations|settings|partner|rollback)");
    node.properties()
        .forEach(
            field -> {
              if (!data) {
                names.add(field.getKey());
              }
              collect(path + "/" + field.getKey(), field.getValue(), names, empty);
            });
    if (node.isArray()) {
      node.forEach(item -> collect(path, item, names, empty));
    }
  }

  private static void properties(JsonNode schema, TreeSet<String> names) {
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    schema.forEach(inner -> properties(inner, names));
  }

  @Test
  void theSameFolderGivesTheSameText() throws Exception {
    SampleExperiment sample = sample();
    var batch = sample.write();

    assertThat(ExperimentJson.text(ExperimentJudge.judge(batch)))
        .isEqualTo(ExperimentJson.text(ExperimentJudge.judge(batch)))
        .doesNotContain(Path.of("").toAbsolutePath().toString())
        .doesNotContain(reports.toString());
  }

  @Test
  void whatIsNotKnownSaysWhy() throws Exception {
    JsonNode nothing = tree(sample().run("", run -> run.outcome = Outcome.MISSING).judge());

    assertThat(nothing.path("decision").asText()).isEqualTo("stop");
    assertThat(nothing.path("differences").asText()).startsWith("not verified: ");
    assertThat(nothing.path("pairs").get(0).path("candidate").asText())
        .isEqualTo("not verified: there is no such run, or it cannot be read");
    assertThat(nothing.path("stoppedBy").asText()).isEqualTo("none: no stop rule was met");
    assertThat(nothing.path("experiment").path("topic").asText()).isEqualTo("not stated");
    assertThat(nothing.path("observations").path("plans").asText())
        .isEqualTo("not verified: nothing was run");
  }
}
