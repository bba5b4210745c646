package dev.threeledger.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.CellOutcome;
import dev.threeledger.run.Surroundings;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.TimelineJson;
import dev.threeledger.verdict.Finding;
import java.io.IOException;
import java.nio.file.Path;

/** The form of {@code resolution.json}; described by {@code schema/resolution.schema.json}. */
final class ResolutionJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ResolutionJson() {}

  static String text(ResolutionResult result) throws IOException {
    Original original = result.original();
    ObjectNode tree = JSON.createObjectNode();
    tree.put("status", result.status());
    tree.set("why", JSON.valueToTree(result.whyNot()));
    tree.put("at", result.at().toString()).put("by", result.said().by());
    ObjectNode of = tree.putObject("original");
    of.put("folder", original.shown()).put("evidence", original.digest());
    of.put("cell", original.asked().cell()).put("seed", original.asked().seed());
    of.put("verdict", original.verdict().verdict().name());
    tree.put("symptom", result.said().symptom());
    tree.set("firstDeviation", firstDeviation(original));
    tree.put("rootCause", result.said().rootCause());
    ObjectNode change = tree.putObject("change");
    change.put("text", result.said().change());
    change.set("differences", ReplayResult.json(result.changes()));
    tree.set("retest", retest(result));
    return tree.toPrettyString() + "\n";
  }

  private static ObjectNode firstDeviation(Original original) throws IOException {
    Finding finding = original.verdict().firstDeviation().orElseThrow();
    ObjectNode tree = JSON.createObjectNode();
    tree.put("check", finding.check()).put("key", finding.key());
    tree.put("message", finding.message()).put("at", finding.at());
    for (Entry entry : original.timeline()) {
      if (entry.seq() == finding.at()) {
        tree.set("event", JSON.readTree(TimelineJson.write(entry)));
      }
    }
    return tree;
  }

  private static ObjectNode retest(ResolutionResult result) throws IOException {
    Path batch = result.batch().folder();
    ObjectNode tree = JSON.createObjectNode();
    tree.put("batch", Surroundings.shown(batch).toString());
    tree.put("digest", BatchFolder.open(batch).digest());
    ArrayNode sample = tree.putArray("sample");
    for (ReplayResult.Run run : result.retests()) {
      ObjectNode one = run(sample.addObject(), batch, run.folder(), run.came());
      one.set("divergence", run.divergence().map(ReplayResult::json).orElse(null));
    }
    ArrayNode normal = tree.putArray("normal");
    for (CellOutcome outcome : result.normals()) {
      Came came = Came.of(outcome.verdict(), RunFolder.open(outcome.folder()).readTimeline());
      run(normal.addObject(), batch, outcome.folder(), came);
    }
    return tree;
  }

  private static ObjectNode run(ObjectNode tree, Path batch, Path folder, Came came)
      throws IOException {
    Path below = batch.toAbsolutePath().normalize();
    tree.put("folder", below.relativize(folder.toAbsolutePath().normalize()).toString());
    tree.put("evidence", RunFolder.open(folder).digest().orElse(null));
    tree.set("came", ReplayResult.json(came));
    return tree;
  }
}
