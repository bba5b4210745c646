package dev.threeledger.wire.postgres;

import dev.threeledger.wire.postgres.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One SQL statement, as far as a tap needs to know it.
 *
 * @param text as written, without the semicolon
 * @param kind what it does to the transaction
 * @param command first word, lower case
 * @param tables that it names as written to, without schema and quotes, in order; the first is that
 *     of the statement itself unless it begins with WITH
 * @param mayWrite false when it certainly changes no row by itself; a function that a SELECT calls
 *     is not seen
 * @param chained COMMIT or ROLLBACK AND CHAIN
 * @param name savepoint or prepared statement that it names, or null
 */
record Sql(
    String text,
    Kind kind,
    String command,
    List<String> tables,
    boolean mayWrite,
    boolean chained,
    String name) {
  /** What a statement does to the transaction that it is in. */
  enum Kind {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PREPARE_TRANSACTION,
    SAVEPOINT,
    RELEASE,
    ROLLBACK_TO,
    /** Switches the connection to copying towards the server. */
    COPY_IN,
    OTHER;

    /** Begins or ends the transaction. */
    boolean isBoundary() {
      return this == BEGIN || this == COMMIT || this == ROLLBACK || this == PREPARE_TRANSACTION;
    }

    /** Any transaction control. */
    boolean isControl() {
      return isBoundary() || this == SAVEPOINT || this == RELEASE || this == ROLLBACK_TO;
    }
  }

  private static final Set<String> READS =
      Set.of(
          "select",
          "show",
          "set",
          "reset",
          "values",
          "table",
          "fetch",
          "move",
          "close",
          "declare",
          "listen",
          "unlisten",
          "discard",
          "deallocate",
          "prepare",
          "lock",
          "load",
          "checkpoint");

  /** Stands for SQL that was never seen. */
  static Sql unknown(String text) {
    return new Sql(text, Kind.OTHER, "", List.of(), true, false, null);
  }

  /** The statements of a string of SQL; empty ones are left out. */
  static List<Sql> statements(String sql, boolean backslashEscapes) {
    List<Sql> statements = new ArrayList<>();
    for (List<Token> tokens : SqlSplit.statements(SqlTokens.of(sql, backslashEscapes))) {
      statements.add(of(sql, tokens));
    }
    return List.copyOf(statements);
  }

  private static Sql of(String sql, List<Token> tokens) {
    String text = sql.substring(tokens.get(0).start(), tokens.get(tokens.size() - 1).end());
    String command = tokens.stream().filter(Token::name).map(Token::text).findFirst().orElse("");
    List<String> tables = WrittenTables.of(tokens);
    Kind kind = kind(command, tokens);
    return new Sql(
        text,
        kind,
        command,
        tables,
        !kind.isControl() && mayWrite(command, tables, tokens),
        kind.isBoundary() && isChained(tokens),
        name(kind, tokens));
  }

  private static Kind kind(String command, List<Token> tokens) {
    String second = word(tokens, 1);
    return switch (command) {
      case "begin" -> Kind.BEGIN;
      case "start" -> second.equals("transaction") ? Kind.BEGIN : Kind.OTHER;
      case "commit", "end" -> second.equals("prepared") ? Kind.OTHER : Kind.COMMIT;
      case "rollback", "abort" -> rollback(tokens);
      case "prepare" -> second.equals("transaction") ? Kind.PREPARE_TRANSACTION : Kind.OTHER;
      case "savepoint" -> Kind.SAVEPOINT;
      case "release" -> Kind.RELEASE;
      case "copy" -> isCopyIn(tokens) ? Kind.COPY_IN : Kind.OTHER;
      default -> Kind.OTHER;
    };
  }

  private static Kind rollback(List<Token> tokens) {
    if (word(tokens, 1).equals("prepared")) {
      return Kind.OTHER;
    }
    return tokens.stream().anyMatch(token -> token.word("to")) ? Kind.ROLLBACK_TO : Kind.ROLLBACK;
  }

  private static boolean isCopyIn(List<Token> tokens) {
    for (int i = 1; i < tokens.size() - 1; i++) {
      if (tokens.get(i).word("from") && tokens.get(i + 1).word("stdin")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isChained(List<Token> tokens) {
    int last = tokens.size() - 1;
    return last >= 2 && tokens.get(last).word("chain") && tokens.get(last - 1).word("and");
  }

  private static boolean mayWrite(String command, List<String> tables, List<Token> tokens) {
    if (READS.contains(command)) {
      return false;
    }
    return switch (command) {
      case "with" -> !tables.isEmpty();
      case "explain" -> !tables.isEmpty() && tokens.stream().anyMatch(t -> t.word("analyze"));
      case "copy" -> !tables.isEmpty();
      default -> true;
    };
  }

  private static String name(Kind kind, List<Token> tokens) {
    int last = tokens.size() - 1;
    return switch (kind) {
      case SAVEPOINT, RELEASE, ROLLBACK_TO -> tokens.get(last).text();
      default -> null;
    };
  }

  private static String word(List<Token> tokens, int index) {
    return index < tokens.size() ? tokens.get(index).text() : "";
  }
}
