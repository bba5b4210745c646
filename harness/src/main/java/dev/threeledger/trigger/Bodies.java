package dev.threeledger.trigger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a trigger says, as JSON. */
final class Bodies {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})");

  private Bodies() {}

  /** The key's parts as a JSON object in their order; whole numbers as numbers. */
  static String key(Map<String, String> key) {
    return keyNode(key).toString();
  }

  /** The key's parts and then the further input, as one JSON object. */
  static String input(Map<String, String> key, Map<String, JsonNode> input) {
    ObjectNode json = keyNode(key);
    input.forEach(json::set);
    return json.toString();
  }

  /**
   * SHA-256, hex, of the further input as JSON with its names sorted and without blanks; null when
   * there is none.
   */
  static String digest(Map<String, JsonNode> input) {
    if (input.isEmpty()) {
      return null;
    }
    ObjectNode json = JSON.createObjectNode();
    new TreeMap<>(input).forEach(json::set);
    return Trace.sha256(json.toString());
  }

  private static ObjectNode keyNode(Map<String, String> key) {
    ObjectNode json = JSON.createObjectNode();
    key.forEach(
        (part, value) -> {
          if (WHOLE_NUMBER.matcher(value).matches()) {
            json.put(part, Long.parseLong(value));
          } else {
            json.put(part, value);
          }
        });
    return json;
  }
}
