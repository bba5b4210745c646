package dev.threeledger.wire.postgres;

import dev.threeledger.wire.postgres.SqlTokens.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the tables that a statement names after INSERT INTO, UPDATE, DELETE FROM, MERGE INTO,
 * TRUNCATE or COPY … FROM, anywhere in it: a WITH may write too.
 */
final class WrittenTables {
  /**
   * Words before UPDATE that make it something else: FOR [NO KEY] UPDATE, DO UPDATE, ON UPDATE, and
   * the THEN UPDATE of a MERGE.
   */
  private static final Set<String> NOT_THE_COMMAND =
      Set.of("for", "key", "do", "on", "or", "of", "then");

  private final List<Token> tokens;
  private final Set<String> tables = new LinkedHashSet<>();

  private WrittenTables(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Without schema and quotes, in order, each once. */
  static List<String> of(List<Token> tokens) {
    String command = tokens.get(0).text();
    if (command.equals("create") || command.equals("alter") || command.equals("grant")) {
      return List.of();
    }
    WrittenTables search = new WrittenTables(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      search.look(i);
    }
    return List.copyOf(new ArrayList<>(search.tables));
  }

  private void look(int i) {
    if (tokens.get(i).kind() != SqlTokens.Kind.WORD) {
      return;
    }
    switch (tokens.get(i).text()) {
      case "insert", "merge" -> after(i, "into");
      case "delete" -> after(i, "from");
      case "update" -> {
        if (i == 0 || !NOT_THE_COMMAND.contains(tokens.get(i - 1).text())) {
          table(i + 1);
        }
      }
      case "truncate" -> {
        if (i == 0) {
          table(is(1, "table") ? 2 : 1);
        }
      }
      case "copy" -> {
        if (i == 0 && isCopyFrom()) {
          table(1);
        }
      }
      default -> {}
    }
  }

  private void after(int i, String word) {
    if (is(i + 1, word)) {
      table(i + 2);
    }
  }

  private boolean isCopyFrom() {
    int depth = 0;
    for (Token token : tokens) {
      depth += token.sign('(') ? 1 : token.sign(')') ? -1 : 0;
      if (depth == 0 && (token.word("from") || token.word("to"))) {
        return token.word("from");
      }
    }
    return false;
  }

  private void table(int start) {
    int i = is(start, "only") ? start + 1 : start;
    if (i >= tokens.size() || !tokens.get(i).name()) {
      return;
    }
    while (i + 2 < tokens.size() && tokens.get(i + 1).sign('.') && tokens.get(i + 2).name()) {
      i += 2;
    }
    tables.add(tokens.get(i).text());
  }

  private boolean is(int i, String word) {
    return i < tokens.size() && tokens.get(i).word(word);
  }
}
