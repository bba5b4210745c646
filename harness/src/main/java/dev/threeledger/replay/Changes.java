package dev.threeledger.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run stood on, against what there is now: versions of Threeledger, Java, PostgreSQL and the
 * proxy; digests of the scenario's data, of the outside systems, and of the subject's image or of
 * the files on its command lines. The files of scenario and subject are not among them: a replay
 * takes both from the record.
 *
 * @param changed what differs
 * @param notVerified what one of the two does not tell, each with the reason
 */
record Changes(List<Change> changed, List<String> notVerified) {
  private static final List<String> VERSIONS =
      List.of("threeledger", "java", "postgres", "toxiproxy");
  private static final String UNKNOWN = "not verified";

  Changes {
    changed = List.copyOf(changed);
    notVerified = List.copyOf(notVerified);
  }

  static Changes between(JsonNode then, JsonNode now) {
    Map<String, String> before = facts(then);
    Map<String, String> present = facts(now);
    List<Change> changed = new ArrayList<>();
    List<String> notVerified = new ArrayList<>();
    Map<String, String> names = new LinkedHashMap<>(before);
    names.putAll(present);
    for (String name : names.keySet()) {
      String was = before.get(name);
      String is = present.get(name);
      if (is != null && is.startsWith(UNKNOWN) && was != null && !was.startsWith(UNKNOWN)) {
        if (name.startsWith("digest")) {
          changed.add(new Change(name, shortened(was), "gone"));
        } else {
          notVerified.add(name + ": " + is);
        }
      } else if (was == null) {
        notVerified.add(name + ": the record does not hold it");
      } else if (was.startsWith(UNKNOWN)) {
        notVerified.add(name + ": the record says " + was);
      } else if (is == null) {
        changed.add(new Change(name, shortened(was), "gone"));
      } else if (!was.equals(is)) {
        changed.add(new Change(name, shortened(was), shortened(is)));
      }
    }
    return new Changes(changed, notVerified);
  }

  /**
   * Only what concerns the subject's image and the files of its command lines, or only all else.
   */
  List<Change> ofSubject(boolean ofSubject) {
    return changed.stream()
        .filter(change -> change.name().startsWith("digest of the subject's") == ofSubject)
        .toList();
  }

  private static Map<String, String> facts(JsonNode environment) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String part : VERSIONS) {
      put(facts, "version of " + part, environment.path("versions").path(part));
    }
    JsonNode digests = environment.path("digests");
    JsonNode data = digests.path("data");
    put(facts, "digest of the data " + data.path("path").asText(), data.path("sha256"));
    put(facts, "digest of the outside systems", digests.path("outside").path("sha256"));
    put(facts, "digest of the subject's image", environment.path("versions").path("subject image"));
    for (String line : List.of("command", "prepare")) {
      for (JsonNode file : digests.path(line)) {
        String name = "digest of the subject's " + line + ", " + file.path("path").asText();
        put(facts, name, file.path("sha256"));
      }
    }
    return facts;
  }

  private static void put(Map<String, String> facts, String name, JsonNode value) {
    if (value.isTextual()) {
      facts.put(name, value.asText());
    }
  }

  private static String shortened(String value) {
    return value.matches("[0-9a-f]{64}") ? value.substring(0, 12) : value;
  }
}
