package dev.threeledger.scenario;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ${name}} in the texts of a subject. Names: {@code database.jdbc}, {@code database.url}
 * (postgresql://…), {@code database.host}, {@code database.port}, {@code database.name}, {@code
 * database.user}, {@code database.password}, {@code external.<system>.url}, {@code subject.port},
 * {@code subject.url}, {@code subject.worker}, {@code settings.<name>}; in triggers also {@code
 * job}, {@code key} (parts joined by {@code /}), {@code key.json}, {@code key.<part>}, {@code
 * input.json} (key parts and further input) and {@code trigger.traceparent}.
 */
public final class Placeholders {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");

  private Placeholders() {}

  /**
   * Fills every placeholder.
   *
   * @throws IllegalArgumentException naming the placeholder that {@code values} lacks, and those it
   *     has
   */
  public static String fill(String text, Map<String, String> values) {
    return replace(
        text,
        name -> {
          String value = values.get(name);
          if (value == null) {
            throw new IllegalArgumentException(
                "nothing fills ${" + name + "}; known here: " + new TreeSet<>(values.keySet()));
          }
          return value;
        });
  }

  /** Names of the placeholders in a text, in order. */
  public static List<String> names(String text) {
    return PLACEHOLDER.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private static String replace(String text, Function<String, String> value) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(filled, Matcher.quoteReplacement(value.apply(matcher.group(1))));
    }
    return matcher.appendTail(filled).toString();
  }
}
