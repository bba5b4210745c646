package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Replaces secrets by value before they enter a file, and remembers where it saw one.
 *
 * <p>Masked are the given values (as they are, JSON-escaped and URL-encoded) and everything that
 * looks like a payment card number ({@link CardNumbers}). A value that is broken over two lines of
 * a log is not recognised. Numbers and property names in JSON are left alone; text values are not.
 *
 * <p>One masker belongs to one run. Any thread may use it.
 */
public final class Masker {
  /** What stands where a given secret stood. */
  public static final String SECRET = "[secret]";

  private static final int SHORTEST = 4;

  /** How a payment card number is called where one was seen. */
  static final String CARD = "card number";

  private final List<String> values = new ArrayList<>();

  /** For each given secret the forms in which it may stand. */
  private final List<List<String>> forms = new ArrayList<>();

  private final Map<Place, Integer> seen =
      new ConcurrentSkipListMap<>(Comparator.comparing(Place::file).thenComparing(Place::what));

  private record Place(String file, String what) {}

  /**
   * Where secrets would have entered a file.
   *
   * @param file relative to the run's folder
   * @param what {@code secret} or {@code card number}
   */
  public record Sighting(String file, String what, int times) {}

  /**
   * A masker of these values and of card numbers.
   *
   * @throws IllegalArgumentException when a value is shorter than four characters: it would mask
   *     ordinary text
   */
  public Masker(Collection<String> secrets) {
    for (String secret : secrets) {
      if (secret.length() < SHORTEST) {
        throw new IllegalArgumentException(
            "a secret of fewer than " + SHORTEST + " characters would mask ordinary text");
      }
      String quoted = TextNode.valueOf(secret).toString();
      List<String> its =
          List.of(
              secret,
              quoted.substring(1, quoted.length() - 1),
              URLEncoder.encode(secret, StandardCharsets.UTF_8));
      forms.add(its);
      its.forEach(this::add);
    }
    values.sort(Comparator.comparingInt(String::length).reversed());
  }

  private void add(String value) {
    if (!values.contains(value)) {
      values.add(value);
    }
  }

  /**
   * What was masked so far, by file; each is a place where a secret nearly entered the evidence.
   */
  public List<Sighting> sightings() {
    return seen.entrySet().stream()
        .map(e -> new Sighting(e.getKey().file(), e.getKey().what(), e.getValue()))
        .toList();
  }

  /**
   * What stands in the text: {@code secret 1} for the first of the given ones, and so on, and
   * {@link #CARD}.
   */
  List<String> find(String text) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < forms.size(); i++) {
      if (forms.get(i).stream().anyMatch(text::contains)) {
        found.add("secret " + (i + 1));
      }
    }
    if (!CardNumbers.mask(text).equals(text)) {
      found.add(CARD);
    }
    return found;
  }

  /** The text without secrets; the same object when there are none. */
  String text(String file, String text) {
    String masked = text;
    for (String value : values) {
      if (masked.contains(value)) {
        saw(file, "secret");
        masked = masked.replace(value, SECRET);
      }
    }
    String withoutCards = CardNumbers.mask(masked);
    if (!withoutCards.equals(masked)) {
      saw(file, CARD);
      return withoutCards;
    }
    return masked;
  }

  /** One line of JSON without secrets in its text values; it stays JSON. */
  String jsonLine(String file, String line) {
    if (!holdsSecret(line) && CardNumbers.mask(line).equals(line)) {
      return line;
    }
    try {
      return tree(file, Trees.readJson(line)).toString();
    } catch (IOException notJson) {
      return text(file, line);
    }
  }

  private boolean holdsSecret(String line) {
    for (String value : values) {
      if (line.contains(value)) {
        return true;
      }
    }
    return false;
  }

  /** A copy of the tree without secrets in its text values. */
  JsonNode tree(String file, JsonNode tree) {
    return tree(file, tree, false);
  }

  /**
   * The same for what was asked of a run: a trigger's further input is masked where it is a number
   * as well.
   */
  JsonNode asked(String file, JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      ObjectNode copy = Trees.object();
      object
          .properties()
          .forEach(
              e ->
                  copy.set(
                      e.getKey(),
                      e.getKey().equals("with")
                          ? tree(file, e.getValue(), true)
                          : asked(file, e.getValue())));
      return copy;
    }
    if (tree instanceof ArrayNode array) {
      ArrayNode copy = array.arrayNode();
      array.forEach(element -> copy.add(asked(file, element)));
      return copy;
    }
    return tree(file, tree, false);
  }

  /** What was asked of a run, as its {@code run.yaml} holds it. */
  public JsonNode asked(JsonNode tree) {
    return asked("run.yaml", tree);
  }

  private JsonNode tree(String file, JsonNode tree, boolean numbers) {
    if (numbers && tree.isNumber()) {
      String masked = text(file, tree.asText());
      return masked.equals(tree.asText()) ? tree : TextNode.valueOf(masked);
    }
    if (tree.isTextual()) {
      return TextNode.valueOf(text(file, tree.textValue()));
    }
    if (tree instanceof ObjectNode object) {
      ObjectNode copy = Trees.object();
      object.properties().forEach(e -> copy.set(e.getKey(), tree(file, e.getValue(), numbers)));
      return copy;
    }
    if (tree instanceof ArrayNode array) {
      ArrayNode copy = array.arrayNode();
      array.forEach(element -> copy.add(tree(file, element, numbers)));
      return copy;
    }
    return tree;
  }

  private void saw(String file, String what) {
    seen.merge(new Place(file, what), 1, Integer::sum);
  }
}
