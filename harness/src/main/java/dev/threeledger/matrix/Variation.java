package dev.threeledger.matrix;

import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets one path of a document, such as {@code fault[0].side} or {@code given.settings.lease}. Keys
 * with dots, such as {@code given.partner.payments.charge.deduplicates}, are found as they are
 * written in the document.
 */
final class Variation {
  private static final List<String> FIXED = List.of("scenario", "vary", "cell", "replay");

  private final String path;
  private final Tree.Field set;
  private final Problems problems;

  /**
   * @param set the value, and where its path is written
   */
  Variation(String path, Tree.Field set, Problems problems) {
    this.path = path;
    this.set = set;
    this.problems = problems;
  }

  /** The document with the path set, or empty when a problem was added. */
  Optional<Tree.Mapping> applyTo(Tree.Mapping document) {
    if (FIXED.contains(path)) {
      problem("a variation cannot set '" + path + "'");
      return Optional.empty();
    }
    if (path.equals("fault")
        && set.value() instanceof Tree.Text text
        && text.text().equals("none")) {
      Tree none = new Tree.Sequence(List.of(), text.at());
      return Optional.of(document.with("fault", set.keyAt(), none));
    }
    return set(document, path, "").map(Tree.Mapping.class::cast);
  }

  private Optional<Tree> set(Tree tree, String rest, String done) {
    if (rest.isEmpty()) {
      return Optional.of(set.value());
    }
    if (rest.startsWith("[")) {
      return setItem(tree, rest, done);
    }
    String plain = rest.startsWith(".") ? rest.substring(1) : rest;
    if (!(tree instanceof Tree.Mapping mapping)) {
      problem("'" + done + "' is " + tree.words() + " and has no '" + plain + "'");
      return Optional.empty();
    }
    String key = key(mapping, plain);
    if (key.isEmpty()) {
      problem("'" + path + "' is no path; write one such as fault[0].side");
      return Optional.empty();
    }
    String after = plain.substring(key.length());
    Tree.Field field = mapping.fields().get(key);
    String here = done.isEmpty() ? key : done + "." + key;
    if (field == null && after.startsWith("[")) {
      problem(Nearest.unknown("path", here, written(mapping, done)));
      return Optional.empty();
    }
    Tree inner = field == null ? new Tree.Mapping(Map.of(), set.keyAt()) : field.value();
    Location keyAt = field == null || after.isEmpty() ? set.keyAt() : field.keyAt();
    return set(inner, after, here).map(value -> mapping.with(key, keyAt, value));
  }

  private Optional<Tree> setItem(Tree tree, String rest, String done) {
    int end = rest.indexOf(']');
    String index = end < 0 ? "" : rest.substring(1, end);
    if (!index.matches("\\d{1,4}")) {
      problem("'" + path + "' is no path; write one such as fault[0].side");
      return Optional.empty();
    }
    int number = Integer.parseInt(index);
    int size = tree instanceof Tree.Sequence sequence ? sequence.items().size() : 0;
    if (number >= size) {
      String known =
          size == 0
              ? "'" + done + "' has no items"
              : "the last one is " + done + "[" + (size - 1) + "]";
      problem("there is no " + done + "[" + number + "]; " + known);
      return Optional.empty();
    }
    List<Tree> items = new ArrayList<>(((Tree.Sequence) tree).items());
    return set(items.get(number), rest.substring(end + 1), done + "[" + number + "]")
        .map(
            value -> {
              items.set(number, value);
              return new Tree.Sequence(items, tree.at());
            });
  }

  /** The longest written key that the path goes on with, else the path up to its next dot. */
  private static String key(Tree.Mapping mapping, String rest) {
    return mapping.fields().keySet().stream()
        .filter(key -> rest.equals(key) || rest.startsWith(key + ".") || rest.startsWith(key + "["))
        .max(java.util.Comparator.comparingInt(String::length))
        .orElseGet(() -> rest.split("[.\\[]", 2)[0]);
  }

  private static List<String> written(Tree.Mapping mapping, String done) {
    return mapping.fields().keySet().stream()
        .map(key -> done.isEmpty() ? key : done + "." + key)
        .filter(key -> !FIXED.contains(key))
        .toList();
  }

  private void problem(String message) {
    problems.add(set.keyAt(), message);
  }
}
