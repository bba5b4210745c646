package dev.threeledger.wire.postgres;

import dev.threeledger.wire.postgres.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a string of SQL at its semicolons, except those within parentheses (rules) and within the
 * {@code BEGIN ATOMIC … END} body of a function or procedure.
 */
final class SqlSplit {
  private final List<List<Token>> statements = new ArrayList<>();
  private List<Token> statement = new ArrayList<>();
  private int parentheses;
  private int bodies;

  private SqlSplit() {}

  /** Tokens of each statement that has any, without semicolons. */
  static List<List<Token>> statements(List<Token> tokens) {
    SqlSplit split = new SqlSplit();
    tokens.forEach(split::take);
    split.end();
    return split.statements;
  }

  private void take(Token token) {
    if (token.sign(';') && parentheses == 0 && bodies == 0) {
      end();
      return;
    }
    if (token.sign('(')) {
      parentheses++;
    } else if (token.sign(')')) {
      parentheses = Math.max(0, parentheses - 1);
    } else if (inRoutine()) {
      body(token);
    }
    statement.add(token);
  }

  private void body(Token token) {
    if (token.word("begin") || (token.word("case") && bodies > 0)) {
      bodies++;
    } else if (token.word("end") && bodies > 0) {
      bodies--;
    }
  }

  private boolean inRoutine() {
    return !statement.isEmpty()
        && statement.get(0).word("create")
        && statement.stream()
            .limit(4)
            .anyMatch(token -> token.word("function") || token.word("procedure"));
  }

  private void end() {
    if (!statement.isEmpty()) {
      statements.add(statement);
    }
    statement = new ArrayList<>();
    parentheses = 0;
    bodies = 0;
  }
}
