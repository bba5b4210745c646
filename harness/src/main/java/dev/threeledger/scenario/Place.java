package dev.threeledger.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A value under reading, with its path such as {@code fault[0].on}. Every reader method gives the
 * value, or adds a problem at the value's location and gives nothing. Not thread-safe.
 */
public final class Place {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9]\\d{0,8}");
  private static final Pattern WORD = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private final Tree tree;
  private final Location keyAt;
  private final String path;
  private final Problems problems;

  private Place(Tree tree, Location keyAt, String path, Problems problems) {
    this.tree = tree;
    this.keyAt = keyAt;
    this.path = path;
    this.problems = problems;
  }

  /** The whole document; its path is empty. */
  public static Place root(Tree document, Problems problems) {
    return new Place(document, document.at(), "", problems);
  }

  /** The value of one key of this mapping. */
  Place child(String key, Tree.Field field) {
    String childPath = path.isEmpty() ? key : path + "." + key;
    return new Place(field.value(), field.keyAt(), childPath, problems);
  }

  /** This place under another path, for what is not written. */
  public Place named(String otherPath) {
    return new Place(tree, keyAt, otherPath, problems);
  }

  /** Where in the document it is, such as {@code fault[0].on}; empty: the document itself. */
  public String path() {
    return path;
  }

  /** The value as written. */
  public Tree tree() {
    return tree;
  }

  /** Adds a problem where the value stands. */
  public void problem(String message) {
    problems.add(tree.at(), labelled(message));
  }

  /** Adds a problem where the value's key stands. */
  public void keyProblem(String message) {
    problems.add(keyAt, labelled(message));
  }

  private String labelled(String message) {
    return path.isEmpty() ? message : path + ": " + message;
  }

  /** The fields of a mapping that may have just these keys; others are problems. */
  public Fields fields(List<String> known) {
    Optional<Tree.Mapping> mapping = mapping();
    mapping.ifPresent(
        present ->
            present
                .fields()
                .forEach(
                    (key, field) -> {
                      if (!known.contains(key)) {
                        child(key, field).keyProblem(Nearest.unknown("key", key, known));
                      }
                    }));
    return new Fields(this);
  }

  /** The fields of a mapping that may have just these keys; others are problems. */
  public Fields fields(String... known) {
    return fields(List.of(known));
  }

  /** The value of a key, when this is a mapping that has it. */
  public Optional<Place> optional(String key) {
    return tree instanceof Tree.Mapping mapping && mapping.fields().containsKey(key)
        ? Optional.of(child(key, mapping.fields().get(key)))
        : Optional.empty();
  }

  /** All fields of a mapping with free keys, in order. */
  public Map<String, Place> entries() {
    Map<String, Place> entries = new LinkedHashMap<>();
    mapping()
        .ifPresent(
            mapping ->
                mapping.fields().forEach((key, field) -> entries.put(key, child(key, field))));
    return entries;
  }

  private Optional<Tree.Mapping> mapping() {
    if (tree instanceof Tree.Mapping mapping) {
      return Optional.of(mapping);
    }
    problem("must be a mapping such as { key: value }, found " + tree.words());
    return Optional.empty();
  }

  /** The items of a list, in order. */
  public List<Place> items() {
    List<Place> items = new ArrayList<>();
    if (tree instanceof Tree.Sequence sequence) {
      for (Tree item : sequence.items()) {
        items.add(new Place(item, item.at(), path + "[" + items.size() + "]", problems));
      }
    } else {
      problem("must be a list such as [ a, b ], found " + tree.words());
    }
    return items;
  }

  /** The items of a list of scalars, as written. */
  public List<String> texts() {
    return items().stream().flatMap(item -> item.text().stream()).toList();
  }

  /** A list of scalars that has at least one item and repeats none. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    List<Place> items = items();
    for (Place item : items) {
      item.text()
          .ifPresent(
              name -> {
                if (names.contains(name)) {
                  item.problem("'" + name + "' is repeated");
                } else {
                  names.add(name);
                }
              });
    }
    if (items.isEmpty() && tree instanceof Tree.Sequence) {
      problem("is empty; list at least one name");
    }
    return names;
  }

  /** A scalar as written. */
  public Optional<String> text() {
    if (tree instanceof Tree.Text text && !text.absent()) {
      return Optional.of(text.text());
    }
    problem(
        tree instanceof Tree.Text
            ? "has no value; write one or remove the key"
            : "must be a single value, found " + tree.words());
    return Optional.empty();
  }

  /** Text that says something. */
  public Optional<String> sentence() {
    return text().filter(text -> valid(!text.isBlank(), "is blank; write a text"));
  }

  /** A name that can stand in file names and command lines. */
  public Optional<String> kebab() {
    return text()
        .filter(
            text ->
                valid(
                    WORD.matcher(text).matches(),
                    "'"
                        + text
                        + "' is no name; write lower-case words such as crash-after-commit"));
  }

  /**
   * A whole number without quotes.
   *
   * @param most {@link Integer#MAX_VALUE}: no bound beyond nine digits
   */
  public Optional<Integer> wholeNumber(int least, int most) {
    return text().flatMap(text -> wholeNumber(text, least, most));
  }

  private Optional<Integer> wholeNumber(String text, int least, int most) {
    boolean quoted = tree instanceof Tree.Text scalar && scalar.quoted();
    if (quoted || !WHOLE_NUMBER.matcher(text).matches()) {
      problem(
          "'%s' is no whole number; write one such as %d, without quotes"
              .formatted(text, Math.max(least, 1)));
      return Optional.empty();
    }
    int number = Integer.parseInt(text);
    String range = most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most;
    return Optional.of(number)
        .filter(n -> valid(n >= least && n <= most, n + " is out of range; write " + range));
  }

  /** {@code true} or {@code false}, without quotes. */
  public Optional<Boolean> yesOrNo() {
    boolean quoted = tree instanceof Tree.Text scalar && scalar.quoted();
    return text()
        .filter(
            text ->
                valid(
                    !quoted && (text.equals("true") || text.equals("false")),
                    "'" + text + "' is neither true nor false; write one of them, without quotes"))
        .map(Boolean::valueOf);
  }

  /** A duration; zero is allowed. */
  public Optional<Duration> duration() {
    return text().flatMap(this::duration);
  }

  /** A duration that is longer than zero. */
  public Optional<Duration> positiveDuration() {
    return duration().filter(duration -> valid(!duration.isZero(), "must be longer than zero"));
  }

  private Optional<Duration> duration(String text) {
    Optional<Duration> duration = Durations.read(text);
    if (duration.isEmpty()) {
      problem(noDuration(text));
    }
    return duration;
  }

  /** What is wrong with a text that is no duration. */
  static String noDuration(String text) {
    return text.matches("\\d+")
        ? "'" + text + "' has no unit; write a duration such as 30s or 500ms"
        : "'" + text + "' is no duration; write one such as 30s or 500ms";
  }

  /** One of a fixed set of words. */
  public <T> Optional<T> word(String what, Map<String, T> known) {
    return known(what, known.keySet()).map(known::get);
  }

  /** A name out of a collection. */
  public Optional<String> known(String what, Collection<String> known) {
    return text()
        .filter(text -> valid(known.contains(text), () -> Nearest.unknown(what, text, known)));
  }

  private boolean valid(boolean condition, String otherwise) {
    return valid(condition, () -> otherwise);
  }

  private boolean valid(boolean condition, java.util.function.Supplier<String> otherwise) {
    if (!condition) {
      problem(otherwise.get());
    }
    return condition;
  }
}
