package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Which run another one replays, as {@code replays:} in its {@code run.yaml}.
 *
 * @param folder of the run that is replayed, as a user would write it
 * @param evidence digest of that run's SHA256SUMS
 * @param changed what was known to differ when it was replayed all the same; empty: nothing
 */
public record ReplayOf(String folder, String evidence, List<Change> changed) {
  public ReplayOf {
    changed = List.copyOf(changed);
  }

  ObjectNode tree() {
    ObjectNode tree = Trees.object().put("folder", folder).put("evidence", evidence);
    ArrayNode list = tree.putArray("changed");
    for (Change change : changed) {
      list.addObject()
          .put("name", change.name())
          .put("then", change.then())
          .put("now", change.now());
    }
    return tree;
  }

  /** Null where the run replays none. */
  static ReplayOf of(JsonNode tree) {
    if (!tree.isObject()) {
      return null;
    }
    List<Change> changed = new ArrayList<>();
    for (JsonNode one : tree.path("changed")) {
      changed.add(
          new Change(
              one.path("name").asText(), one.path("then").asText(), one.path("now").asText()));
    }
    return new ReplayOf(tree.path("folder").asText(), tree.path("evidence").asText(), changed);
  }
}
