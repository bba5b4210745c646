package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A document in which every value knows where it is written. Scalars are kept as written: {@code
 * 2026-01-31} and {@code 1.10} stay text. Immutable, so that variations share what they do not
 * change.
 */
public sealed interface Tree {

  /** Where the value begins. */
  Location at();

  /** The value for a message, such as {@code a list}. */
  String words();

  /**
   * The value as JSON: whole numbers in their plain form, {@code true}, {@code false} and nothing
   * keep their type when unquoted; all else is text.
   */
  JsonNode json();

  /**
   * A scalar.
   *
   * @param text as written
   * @param quoted true: written as text on purpose
   */
  record Text(String text, boolean quoted, Location at) implements Tree {
    @Override
    public String words() {
      return absent() ? "nothing" : "'" + text + "'";
    }

    /** True when no value is written. */
    public boolean absent() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public JsonNode json() {
      if (quoted) {
        return JsonNodeFactory.instance.textNode(text);
      }
      if (absent()) {
        return JsonNodeFactory.instance.nullNode();
      }
      return text.equals("true") || text.equals("false")
          ? JsonNodeFactory.instance.booleanNode(text.equals("true"))
          : Scalars.json(text);
    }
  }

  /** A list. */
  record Sequence(List<Tree> items, Location at) implements Tree {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String words() {
      return "a list";
    }

    @Override
    public JsonNode json() {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      items.forEach(item -> array.add(item.json()));
      return array;
    }
  }

  /** A mapping, in the order of the file. */
  record Mapping(Map<String, Field> fields, Location at) implements Tree {
    public Mapping {
      fields = Ordered.copy(fields);
    }

    /** The same mapping with one field set, in its old place or at the end. */
    public Mapping with(String key, Location keyAt, Tree value) {
      Map<String, Field> changed = new LinkedHashMap<>(fields);
      changed.put(key, new Field(keyAt, value));
      return new Mapping(changed, at);
    }

    /** The same mapping without a field. */
    public Mapping without(String key) {
      Map<String, Field> changed = new LinkedHashMap<>(fields);
      changed.remove(key);
      return new Mapping(changed, at);
    }

    @Override
    public String words() {
      return "a mapping";
    }

    @Override
    public JsonNode json() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      fields.forEach((key, field) -> object.set(key, field.value().json()));
      return object;
    }
  }

  /**
   * A mapping's value.
   *
   * @param keyAt where its key is written
   */
  record Field(Location keyAt, Tree value) {}

  /** A tree of JSON values that all stand at one location, such as a stored file. */
  static Tree of(JsonNode json, Location at) {
    if (json.isObject()) {
      Map<String, Field> fields = new LinkedHashMap<>();
      json.properties()
          .forEach(field -> fields.put(field.getKey(), new Field(at, of(field.getValue(), at))));
      return new Mapping(fields, at);
    }
    if (json.isArray()) {
      List<Tree> items = new ArrayList<>();
      json.forEach(item -> items.add(of(item, at)));
      return new Sequence(items, at);
    }
    return new Text(json.asText(), json.isTextual(), at);
  }
}
