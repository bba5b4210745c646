package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A tree as path → value. */
final class Leaves {
  private Leaves() {}

  /**
   * Adds what lies below a path. A list of values is one value, such as {@code [java, -jar,
   * app.jar]}; in a list of mappings each goes by its {@code name}, else by its place from 0.
   */
  static void add(String path, JsonNode tree, Map<String, String> values) {
    if (tree.isObject()) {
      tree.properties().forEach(e -> add(path + "." + e.getKey(), e.getValue(), values));
    } else if (tree.isArray() && tree.size() > 0 && tree.get(0).isObject()) {
      for (int i = 0; i < tree.size(); i++) {
        String name = tree.get(i).path("name").asText(Integer.toString(i));
        add(path + "." + name, tree.get(i), values);
      }
    } else {
      values.put(path, tree.isArray() ? list(tree) : tree.asText());
    }
  }

  private static String list(JsonNode array) {
    List<String> items = new ArrayList<>();
    for (JsonNode item : array) {
      String text = item.asText();
      items.add(text.isEmpty() || text.matches(".*[,\\[\\]].*") ? item.toString() : text);
    }
    return "[" + String.join(", ", items) + "]";
  }
}
