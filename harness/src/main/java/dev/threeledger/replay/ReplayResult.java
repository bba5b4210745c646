package dev.threeledger.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What came of replays.
 *
 * @param original folder of the run that was replayed
 * @param evidence digest of its SHA256SUMS
 * @param came what had come of it
 * @param times how often it was to be replayed
 * @param runs those replays that were judged
 * @param changed what differed from then
 * @param notVerified what could not be compared with then
 */
public record ReplayResult(
    String original,
    String evidence,
    Came came,
    int times,
    List<Run> runs,
    List<Change> changed,
    List<String> notVerified,
    BatchResult batch) {
  /** Name of the file in the batch's folder. */
  static final String FILE = "replay.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  public ReplayResult {
    runs = List.copyOf(runs);
    changed = List.copyOf(changed);
    notVerified = List.copyOf(notVerified);
  }

  /**
   * One replay.
   *
   * @param folder its evidence
   * @param came what came of it
   * @param divergence where its timeline leaves that of the original; empty: nowhere
   */
  public record Run(Path folder, Came came, Optional<Divergence> divergence) {
    /** {@code the same to the end}, or where it diverges. */
    public String path() {
      return divergence.map(Divergence::text).orElse("the same to the end");
    }
  }

  /** How many came out as the original did: verdict, and check and event of the first deviation. */
  public long same() {
    return runs.stream().filter(run -> run.came().sameAs(came)).count();
  }

  /** True when all of them were run and came out as the original did. */
  public boolean good() {
    return same() == times;
  }

  /** For a terminal; ends with a line end. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append("replayed: ").append(original).append(", which gave ").append(came.text());
    out.append('\n');
    changed.forEach(change -> out.append("  changed: ").append(change.text()).append('\n'));
    notVerified.forEach(what -> out.append("  not verified: ").append(what).append('\n'));
    for (Run run : runs) {
      String came = run.came().sameAs(this.came) ? "" : run.came().text() + "; ";
      out.append("  ").append(Surroundings.shown(run.folder())).append(": ");
      out.append(came).append(run.path()).append('\n');
    }
    out.append("%d/%d with the same verdict and first deviation%n".formatted(same(), times));
    return out.toString();
  }

  /** Writes {@code replay.json} into the batch's folder. */
  public void write() throws EvidenceException {
    BatchFolder.open(batch.folder()).write(FILE, json());
  }

  /** The form of {@code schema/replay.schema.json}. */
  String json() {
    ObjectNode tree = JSON.createObjectNode();
    tree.put("original", original).put("evidence", evidence);
    tree.set("came", json(came));
    tree.put("times", times).put("same", same()).put("good", good());
    tree.set("changed", json(changed));
    tree.set("notVerified", JSON.valueToTree(notVerified));
    ArrayNode list = tree.putArray("runs");
    for (Run run : runs) {
      ObjectNode one = list.addObject();
      Path below = batch.folder().toAbsolutePath().normalize();
      one.put("folder", below.relativize(run.folder().toAbsolutePath().normalize()).toString());
      one.set("came", json(run.came()));
      one.put("same", run.came().sameAs(came));
      one.set("divergence", run.divergence().map(ReplayResult::json).orElse(null));
    }
    return tree.toPrettyString() + "\n";
  }

  static ObjectNode json(Came came) {
    return JSON.createObjectNode()
        .put("verdict", came.verdict().name())
        .put("check", came.check())
        .put("event", came.event())
        .put("at", came.at() < 0 ? null : (Long) came.at())
        .put("message", came.message());
  }

  static ArrayNode json(List<Change> changes) {
    ArrayNode list = JSON.createArrayNode();
    for (Change change : changes) {
      list.addObject()
          .put("name", change.name())
          .put("then", change.then())
          .put("now", change.now());
    }
    return list;
  }

  static ObjectNode json(Divergence divergence) {
    return JSON.createObjectNode()
        .put("at", divergence.at())
        .put("was", divergence.was())
        .put("wasAt", divergence.wasAt() < 0 ? null : (Long) divergence.wasAt())
        .put("now", divergence.now())
        .put("in", divergence.in());
  }
}
