package dev.threeledger.fault;

import dev.threeledger.wire.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a statement is about a business key, told by its content alone: each part of the key
 * stands among the parameters, or as a literal in the SQL text. Before a commit there is nothing
 * better to go by; after it, the change stream tells.
 */
final class KeyMention {
  private static final Pattern LITERAL =
      Pattern.compile("'((?:[^']|'')*)'|(?<![\\w.$])(\\d+)(?![\\w.])");

  /** pgjdbc writes a java.sql.Date with its zone: {@code 2026-01-31 +00}. */
  private static final Pattern ZONED_DATE =
      Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) ?[+-]\\d{2}(:\\d{2})*$");

  private KeyMention() {}

  static boolean in(Moment.Statement statement, String key) {
    return in(statement.sql(), statement.parameters(), key);
  }

  /** True when every part of {@code key} is mentioned, each by a value of its own. */
  static boolean in(String sql, List<String> parameters, String key) {
    List<String> values = new ArrayList<>();
    parameters.stream()
        .filter(Objects::nonNull)
        .map(value -> ZONED_DATE.matcher(value).replaceFirst("$1"))
        .forEach(values::add);
    Matcher literal = LITERAL.matcher(sql);
    while (literal.find()) {
      values.add(literal.group(1) != null ? literal.group(1).replace("''", "'") : literal.group(2));
    }
    if (values.contains(key)) {
      return true;
    }
    for (String part : key.split("/", -1)) {
      if (!values.remove(part)) {
        return false;
      }
    }
    return true;
  }
}
