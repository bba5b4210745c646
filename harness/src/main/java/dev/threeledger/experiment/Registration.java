package dev.threeledger.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.Digests;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.experiment.ExperimentPlan.Planned;
import dev.threeledger.scenario.ProblemsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an experiment stated before anything ran, in its folder: a copy of the file, and {@code
 * registered.json}: the variable, thresholds, stop rules and expectation, both configurations and
 * their differences, every planned run in order, with its seed.
 *
 * @param digest of {@code registered.json}; it stands in every run's record, in the result and on
 *     the terminal, so that no later edit goes unnoticed
 * @param experiment as the copy says; its paths are those of the machine that registered it
 * @param baseline every place of the baseline
 * @param candidate likewise
 * @param differences between the two
 * @param order folders of the planned runs below the batch's, in blocks; a pair is one block
 * @param seeds of the cells, by id
 */
public record Registration(
    String digest,
    Experiment experiment,
    Configuration baseline,
    Configuration candidate,
    List<Difference> differences,
    List<List<String>> order,
    Map<String, Long> seeds) {
  /** The copy of the file. */
  public static final String COPY = "experiment.yaml";

  /** What was registered. */
  public static final String FILE = "registered.json";

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public Registration {
    differences = List.copyOf(differences);
    order = order.stream().map(List::copyOf).toList();
    seeds = new LinkedHashMap<>(seeds);
  }

  /**
   * Writes both files.
   *
   * @throws EvidenceException when they cannot be written, or are there already
   * @throws RefusedException when the file was changed since it was read
   * @throws IOException when the file cannot be read again
   */
  public static Registration write(BatchFolder batch, ExperimentPlan plan)
      throws RefusedException, IOException {
    Path file = plan.experiment().file();
    batch.keep(COPY, Files.readString(file, StandardCharsets.UTF_8));
    Experiment copied = copy(batch, file);
    if (!copied.equals(plan.experiment())) {
      throw new RefusedException(
          plan.request().file() + ": refused: it was changed while it was read; start again");
    }
    ObjectNode tree = JSON.createObjectNode();
    tree.put("experiment", plan.experiment().name());
    tree.put("file", Shown.path(file).toString());
    tree.put("sha256", Digests.ofFile(batch.path().resolve(COPY)));
    tree.set("declared", Declared.of(plan.experiment()));
    tree.set("differences", differences(plan.differences()));
    tree.set("baseline", JSON.valueToTree(plan.baseline().values()));
    tree.set("candidate", JSON.valueToTree(plan.candidate().values()));
    ObjectNode seeds = tree.putObject("seeds");
    ArrayNode order = tree.putArray("order");
    for (List<Planned> block : plan.order()) {
      ArrayNode runs = order.addArray();
      for (Planned planned : block) {
        runs.add(planned.folder());
        seeds.put(planned.cell().id(), planned.cell().seed());
      }
    }
    batch.keep(FILE, JSON.writeValueAsString(tree) + "\n");
    return read(batch);
  }

  /**
   * Reads what was registered, and whether its parts agree: the copy of the file has the digest
   * that is stated; what is declared is what the copy says; the differences are those of the two
   * configurations.
   *
   * @throws RefusedException when they do not, with the first part that deviates
   * @throws IOException when a file cannot be read
   */
  public static Registration read(BatchFolder batch) throws RefusedException, IOException {
    Path path = batch.path().resolve(FILE);
    JsonNode tree = tree(batch, path);
    Path copy = batch.path().resolve(COPY);
    demandThere(batch, copy);
    if (!Digests.ofFile(copy).equals(tree.path("sha256").asText())) {
      throw refused(
          batch, "%s is not the file that was registered: its digest is another".formatted(COPY));
    }
    Experiment experiment = copy(batch, Path.of(tree.path("file").asText()));
    agree(batch, tree.path("declared"), Declared.of(experiment));
    Configuration baseline = configuration(tree.path("baseline"));
    Configuration candidate = configuration(tree.path("candidate"));
    List<Difference> differences = Configuration.differences(baseline, candidate);
    if (!differences(differences).equals(tree.path("differences"))) {
      throw refused(
          batch, FILE + ": 'differences' are not those of its two configurations: it was edited");
    }
    Map<String, Long> seeds = new LinkedHashMap<>();
    tree.path("seeds").properties().forEach(e -> seeds.put(e.getKey(), e.getValue().asLong()));
    List<List<String>> order = new ArrayList<>();
    for (JsonNode block : tree.path("order")) {
      List<String> runs = new ArrayList<>();
      block.forEach(run -> runs.add(run.asText()));
      order.add(runs);
    }
    return new Registration(
        Digests.ofFile(path), experiment, baseline, candidate, differences, order, seeds);
  }

  /**
   * Holds it to a digest that is stated elsewhere.
   *
   * @param where it is stated, such as {@code candidate/duplicate-trigger/failure/1/run.yaml}
   * @param stated null: none is
   * @throws RefusedException when it is another
   */
  public void demand(String stated, String where) throws RefusedException {
    if (!digest.equals(stated)) {
      throw new RefusedException(
          "refused: "
              + where
              + (stated == null
                  ? " names no registration"
                  : " was run under the registration " + stated)
              + ", and "
              + FILE
              + " is "
              + digest
              + ": one of them was edited, or comes from another experiment");
    }
  }

  /** True when a run with this folder below the batch was planned. */
  public boolean plans(String folder) {
    return order.stream().anyMatch(block -> block.contains(folder));
  }

  private static JsonNode tree(BatchFolder batch, Path path) throws RefusedException, IOException {
    demandThere(batch, path);
    try {
      JsonNode tree = JSON.readTree(Files.readString(path, StandardCharsets.UTF_8));
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // told below
    }
    throw refused(batch, FILE + " is no JSON object: it was edited");
  }

  private static void demandThere(BatchFolder batch, Path file) throws RefusedException {
    if (!Files.isRegularFile(file)) {
      throw refused(
          batch,
          "there is no "
              + file.getFileName()
              + " in it; is it the folder of an experiment that was registered?");
    }
  }

  private static Experiment copy(BatchFolder batch, Path file) throws RefusedException {
    try {
      return ExperimentFile.stored(batch.path().resolve(COPY), file);
    } catch (ProblemsException e) {
      throw refused(batch, COPY + " cannot be read any more:\n" + e.problems().get(0).text());
    }
  }

  private static void agree(BatchFolder batch, JsonNode declared, ObjectNode ofTheCopy)
      throws RefusedException, IOException {
    JsonNode copied = JSON.readTree(ofTheCopy.toString()); // numbers of the kinds that a file gives
    if (declared.equals(copied)) {
      return;
    }
    TreeMap<String, String> one = new TreeMap<>();
    TreeMap<String, String> other = new TreeMap<>();
    Leaves.add("", declared, one);
    Leaves.add("", copied, other);
    List<Difference> differences =
        Configuration.differences(Configuration.of(other), Configuration.of(one));
    throw refused(
        batch,
        "%s and %s do not agree (file → registered): %s"
            .formatted(
                COPY,
                FILE,
                differences.isEmpty()
                    ? "their form"
                    : OneVariable.text(differences.get(0)).substring(1)));
  }

  private static Configuration configuration(JsonNode tree) {
    Map<String, String> values = new TreeMap<>();
    tree.properties().forEach(e -> values.put(e.getKey(), e.getValue().asText()));
    return Configuration.of(values);
  }

  private static ArrayNode differences(List<Difference> differences) {
    ArrayNode array = JSON.createArrayNode();
    differences.forEach(
        difference ->
            array
                .addObject()
                .put("path", difference.path())
                .put("baseline", difference.baseline())
                .put("candidate", difference.candidate()));
    return array;
  }

  private static RefusedException refused(BatchFolder batch, String why) {
    return new RefusedException(Shown.path(batch.path()) + ": refused: " + why);
  }
}
