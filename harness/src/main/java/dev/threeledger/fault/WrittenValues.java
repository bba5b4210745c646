package dev.threeledger.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that an {@code UPDATE … SET} or an {@code INSERT … VALUES} gives to a column, where
 * they stand there as they are: a literal or a parameter, perhaps with a cast. Of what is computed,
 * and of every other form of statement, nothing is known.
 */
final class WrittenValues {
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\\$\\d+|[\\p{L}_][\\p{L}\\w$]*|::|\\d[\\w.]*|\\S");

  /** Comments, other quotes and escapes: not read. */
  private static final Pattern BEYOND =
      Pattern.compile("--|/\\*|\\$[\\p{L}_]*\\$|(?i)(?<![\\w$])(?:e|u&)['\"]");

  private static final Set<String> AFTER_SET = Set.of("where", "from", "returning", ";");

  private final List<String> tokens = new ArrayList<>();
  private final List<String> parameters;
  private final String column;
  private final List<String> values = new ArrayList<>();
  private int at;

  private WrittenValues(String sql, List<String> parameters, String column) {
    this.parameters = parameters;
    this.column = column;
    Matcher token = TOKEN.matcher(sql);
    while (token.find()) {
      tokens.add(token.group());
    }
  }

  /** The values, one a row; empty when none is known. */
  static List<String> of(String sql, List<String> parameters, String table, String column) {
    if (BEYOND.matcher(sql).find()) {
      return List.of();
    }
    WrittenValues written = new WrittenValues(sql, parameters, column);
    if (written.takes("update")) {
      written.takes("only");
      if (written.name().equals(table)) {
        written.update();
      }
    } else if (written.takes("insert") && written.takes("into") && written.name().equals(table)) {
      written.insert();
    }
    return written.values;
  }

  // ── UPDATE t [[AS] a] SET c = v, … ─────────────────────────────────────────────────────────

  private void update() {
    if (!word(at).equals("set")) {
      takes("as");
      at++;
    }
    if (!takes("set")) {
      return;
    }
    for (List<String> assignment : split(AFTER_SET)) {
      if (assignment.size() > 2
          && name(assignment.get(0)).equals(column)
          && assignment.get(1).equals("=")) {
        value(assignment.subList(2, assignment.size()));
      }
    }
  }

  // ── INSERT INTO t (c, …) VALUES (v, …), … ──────────────────────────────────────────────────

  private void insert() {
    if (!takes("(")) {
      return;
    }
    List<List<String>> columns = split(Set.of(")"));
    int place = 0;
    while (place < columns.size()
        && !(columns.get(place).size() == 1 && name(columns.get(place).get(0)).equals(column))) {
      place++;
    }
    takes(")");
    if (!takes("values")) {
      return;
    }
    while (takes("(")) {
      List<List<String>> row = split(Set.of(")"));
      if (place < row.size()) {
        value(row.get(place));
      }
      takes(")");
      takes(",");
    }
    if (tokens.subList(at, tokens.size()).stream().anyMatch("update"::equalsIgnoreCase)) {
      values.clear(); // ON CONFLICT DO UPDATE: another value may be the one that was written
    }
  }

  // ── Pieces ─────────────────────────────────────────────────────────────────────────────────

  /** What stands between commas, up to one of these words outside all parentheses. */
  private List<List<String>> split(Set<String> end) {
    List<List<String>> parts = new ArrayList<>();
    List<String> part = new ArrayList<>();
    int depth = 0;
    while (at < tokens.size() && !(depth == 0 && end.contains(word(at)))) {
      String token = tokens.get(at++);
      depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
      if (depth == 0 && token.equals(",")) {
        parts.add(part);
        part = new ArrayList<>();
      } else {
        part.add(token);
      }
    }
    parts.add(part);
    return parts;
  }

  /** Adds a plain value: itself in parentheses, or followed by the name of a type, all the same. */
  private void value(List<String> expression) {
    List<String> rest = expression;
    while (rest.size() > 2 && rest.get(0).equals("(") && rest.get(rest.size() - 1).equals(")")) {
      rest = rest.subList(1, rest.size() - 1);
    }
    boolean cast =
        rest.size() > 2
            && rest.get(1).equals("::")
            && rest.subList(2, rest.size()).stream().allMatch(WrittenValues::isName);
    if (rest.size() != 1 && !cast) {
      return;
    }
    String value = rest.get(0);
    if (value.startsWith("'") && value.length() > 1) {
      values.add(value.substring(1, value.length() - 1).replace("''", "'"));
    } else if (value.matches("\\$\\d{1,5}")) {
      int number = Integer.parseInt(value.substring(1));
      if (number >= 1 && number <= parameters.size() && parameters.get(number - 1) != null) {
        values.add(parameters.get(number - 1));
      }
    }
  }

  private static boolean isName(String token) {
    return Character.isLetter(token.charAt(0)) || token.charAt(0) == '_' || token.charAt(0) == '"';
  }

  /** A table's name, without its schema. */
  private String name() {
    String name = name(word(at).isEmpty() ? "" : tokens.get(at++));
    while (takes(".") && at < tokens.size()) {
      name = name(tokens.get(at++));
    }
    return name;
  }

  private static String name(String token) {
    return token.startsWith("\"") && token.length() > 1
        ? token.substring(1, token.length() - 1).replace("\"\"", "\"")
        : token.toLowerCase(Locale.ROOT);
  }

  private boolean takes(String word) {
    boolean there = word(at).equals(word);
    at += there ? 1 : 0;
    return there;
  }

  /** A token in lower case; a quoted one is no word, and keeps its quotes. */
  private String word(int index) {
    return index < tokens.size() ? tokens.get(index).toLowerCase(Locale.ROOT) : "";
  }
}
