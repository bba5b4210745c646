package dev.threeledger.cost;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement's text without what varies from one execution to the next: literals become {@code ?},
 * comments go, blanks become one, a list after IN is one {@code (…)} however long. Parameters
 * ({@code $1}) and names stay as they are.
 *
 * <p>Follows PostgreSQL's lexical rules (documentation, 4.1) for quotes, dollar quotes, nested
 * comments and numbers; a backslash is taken for an escape in {@code E'…'} alone.
 */
final class StatementText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<line>--[^\\n]*+)"
              + "|(?<comment>/\\*)"
              + "|(?<escape>[eE]'[^'\\\\]*+(?:(?:''|(?s:\\\\.))[^'\\\\]*+)*+')"
              + "|(?<text>(?:[bBxXnN]|[uU]&)?'[^']*+(?:''[^']*+)*+')"
              + "|(?<name>\"[^\"]*+(?:\"\"[^\"]*+)*+\"|[\\p{L}_][\\p{L}\\p{N}_$]*+)"
              + "|(?<dollar>\\$(?<tag>(?:[\\p{L}_][\\p{L}\\p{N}_]*+)?)\\$(?s:.*?)\\$\\k<tag>\\$)"
              + "|(?<parameter>\\$\\d+)"
              + "|(?<number>0[xXoObB][\\da-fA-F_]++"
              + "|(?:\\d[\\d_]*+(?:\\.[\\d_]*+)?|\\.\\d[\\d_]*+)(?:[eE][+-]?\\d++)?)"
              + "|(?<blank>\\s+)");
  private static final Pattern LIST =
      Pattern.compile(
          "(?i)\\bin ?\\( ?(?:\\?|\\$\\d+)(?: ?:: ?\\w+)?(?: ?, ?(?:\\?|\\$\\d+)(?: ?:: ?\\w+)?)*"
              + " ?\\)");

  private StatementText() {}

  /** The normalised text; of an empty one, an empty one. */
  static String of(String sql) {
    StringBuilder text = new StringBuilder();
    Matcher token = TOKEN.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      if (!token.region(at, sql.length()).lookingAt()) {
        text.append(sql.charAt(at++));
        continue;
      }
      at = token.end();
      if (token.group("comment") != null) {
        at = endOfComment(sql, token.start());
        blank(text);
      } else if (token.group("line") != null || token.group("blank") != null) {
        blank(text);
      } else {
        boolean kept = token.group("name") != null || token.group("parameter") != null;
        text.append(kept ? token.group() : "?");
      }
    }
    String one = text.toString().strip();
    one = one.endsWith(";") ? one.substring(0, one.length() - 1).stripTrailing() : one;
    return LIST.matcher(one).replaceAll("IN (…)");
  }

  private static void blank(StringBuilder text) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
      text.append(' ');
    }
  }

  /** Comments nest. */
  private static int endOfComment(String sql, int start) {
    int depth = 1;
    int at = start + 2;
    while (at < sql.length() && depth > 0) {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    }
    return at;
  }
}
