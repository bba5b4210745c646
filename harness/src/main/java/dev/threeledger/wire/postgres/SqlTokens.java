package dev.threeledger.wire.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a string of SQL, as far as a tap needs them: comments, string constants and dollar
 * quotes are stepped over as PostgreSQL's own scanner does (PostgreSQL documentation, 4.1 Lexical
 * Structure).
 */
final class SqlTokens {
  /** What a token is. */
  enum Kind {
    /** A key word or name, lower case. */
    WORD,
    /** A name in double quotes, without them. */
    QUOTED,
    /** Any constant. */
    VALUE,
    /** One other character. */
    SIGN
  }

  /**
   * A token and where it stands.
   *
   * @param start index of its first character
   * @param end index after its last
   */
  record Token(Kind kind, String text, int start, int end) {
    boolean word(String wanted) {
      return kind == Kind.WORD && text.equals(wanted);
    }

    boolean sign(char wanted) {
      return kind == Kind.SIGN && text.charAt(0) == wanted;
    }

    boolean name() {
      return kind == Kind.WORD || kind == Kind.QUOTED;
    }
  }

  private final String sql;
  private final boolean backslashEscapes;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private SqlTokens(String sql, boolean backslashEscapes) {
    this.sql = sql;
    this.backslashEscapes = backslashEscapes;
  }

  /**
   * All tokens, in order.
   *
   * @param backslashEscapes true when {@code standard_conforming_strings} is off
   */
  static List<Token> of(String sql, boolean backslashEscapes) {
    SqlTokens scan = new SqlTokens(sql, backslashEscapes);
    while (scan.at < sql.length()) {
      scan.next();
    }
    return scan.tokens;
  }

  private void next() {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if (sql.startsWith("--", at)) {
      int end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length() : end + 1;
    } else if (sql.startsWith("/*", at)) {
      comment();
    } else if (c == '\'') {
      string(at, backslashEscapes);
    } else if (c == '"') {
      quotedName();
    } else if (c == '$' && dollarQuote()) {
      return;
    } else if (startsName(c)) {
      word();
    } else if (Character.isDigit(c)) {
      int start = at;
      while (at < sql.length() && (inName(sql.charAt(at)) || sql.charAt(at) == '.')) {
        at++;
      }
      add(Kind.VALUE, sql.substring(start, at), start);
    } else {
      at++;
      add(Kind.SIGN, String.valueOf(c), at - 1);
    }
  }

  private void comment() {
    int depth = 0;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
  }

  private void string(int start, boolean escapes) {
    at++;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == '\\' && escapes) {
        at += 2;
      } else if (c != '\'') {
        at++;
      } else if (sql.startsWith("''", at)) {
        at += 2;
      } else {
        at++;
        break;
      }
    }
    at = Math.min(at, sql.length());
    add(Kind.VALUE, sql.substring(start, at), start);
  }

  private void quotedName() {
    int start = at;
    StringBuilder name = new StringBuilder();
    at++;
    while (at < sql.length()) {
      if (sql.startsWith("\"\"", at)) {
        name.append('"');
        at += 2;
      } else if (sql.charAt(at) == '"') {
        at++;
        break;
      } else {
        name.append(sql.charAt(at++));
      }
    }
    add(Kind.QUOTED, name.toString(), start);
  }

  private boolean dollarQuote() {
    int end = at + 1;
    while (end < sql.length() && inName(sql.charAt(end)) && sql.charAt(end) != '$') {
      end++;
    }
    boolean opens = end < sql.length() && sql.charAt(end) == '$';
    if (!opens || (end > at + 1 && Character.isDigit(sql.charAt(at + 1)))) {
      return false;
    }
    String mark = sql.substring(at, end + 1);
    int close = sql.indexOf(mark, end + 1);
    int start = at;
    at = close < 0 ? sql.length() : close + mark.length();
    add(Kind.VALUE, sql.substring(start, at), start);
    return true;
  }

  private void word() {
    int start = at;
    while (at < sql.length() && inName(sql.charAt(at))) {
      at++;
    }
    String word = sql.substring(start, at).toLowerCase(Locale.ROOT);
    boolean quoteFollows = at < sql.length() && sql.charAt(at) == '\'';
    if (quoteFollows && (word.equals("e") || word.equals("b") || word.equals("x"))) {
      string(start, word.equals("e") || backslashEscapes);
    } else if (quoteFollows && word.equals("n")) {
      string(start, backslashEscapes);
    } else {
      add(Kind.WORD, word, start);
    }
  }

  private void add(Kind kind, String text, int start) {
    tokens.add(new Token(kind, text, start, at));
  }

  private static boolean startsName(char c) {
    return Character.isLetter(c) || c == '_' || c > 127;
  }

  private static boolean inName(char c) {
    return startsName(c) || Character.isDigit(c) || c == '$';
  }
}
