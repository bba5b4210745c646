package dev.threeledger.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.evidence.Change;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The subject as it is now against the recorded one.
 *
 * @param settings those that the user sets for the retest
 */
record ChangedSubject(Original original, Subject subject, Map<String, String> settings) {

  /**
   * Reads what the user sets.
   *
   * @throws ProblemsException for what is no setting of the subject
   */
  static ChangedSubject of(Original original, Subject subject, List<String> sets)
      throws ProblemsException {
    Problems problems = new Problems();
    Map<String, String> settings = new LinkedHashMap<>();
    for (String set : sets) {
      Location at = Location.of(Path.of("--set " + set));
      int equals = set.indexOf('=');
      if (equals < 1 || equals == set.length() - 1) {
        problems.add(at, "must be name=value, such as defect=none");
        continue;
      }
      String name = set.substring(0, equals);
      if (!subject.settings().containsKey(name)) {
        problems.add(
            at,
            Nearest.unknown("setting of the subject", name, subject.settings().keySet())
                + "; of a fix only the subject may differ");
      }
      settings.put(name, set.substring(equals + 1));
    }
    problems.throwIfAny();
    return new ChangedSubject(original, subject, settings);
  }

  /** The scenario's tree with these settings. */
  JsonNode settingsIn(JsonNode asked) {
    ObjectNode copy = asked.deepCopy();
    ObjectNode given = copy.withObject("/given/settings");
    settings.forEach(given::put);
    return copy;
  }

  /** Every place in which subject and settings differ from the recorded ones. */
  List<Change> differences() {
    Map<String, String> then = new TreeMap<>();
    Map<String, String> now = new TreeMap<>();
    flatten("subject", original.asked().subject(), then);
    flatten("subject", SubjectFile.tree(subject), now);
    original.asked().settings().forEach((name, value) -> then.put("settings." + name, value));
    Map<String, String> effective = new LinkedHashMap<>(subject.settings());
    original
        .asked()
        .scenario()
        .at("/given/settings")
        .properties()
        .forEach(e -> effective.put(e.getKey(), e.getValue().asText()));
    effective.putAll(settings);
    effective.forEach((name, value) -> now.put("settings." + name, value));
    List<Change> changes = new ArrayList<>();
    TreeSet<String> paths = new TreeSet<>(then.keySet());
    paths.addAll(now.keySet());
    for (String path : paths) {
      String was = then.getOrDefault(path, "absent");
      String is = now.getOrDefault(path, "absent");
      if (!was.equals(is)) {
        changes.add(new Change(path, was, is));
      }
    }
    return changes;
  }

  private static void flatten(String path, JsonNode tree, Map<String, String> into) {
    if (tree.isObject() && !tree.isEmpty()) {
      tree.properties().forEach(e -> flatten(path + "." + e.getKey(), e.getValue(), into));
    } else {
      into.put(path, tree.isValueNode() ? tree.asText() : tree.toString());
    }
  }
}
