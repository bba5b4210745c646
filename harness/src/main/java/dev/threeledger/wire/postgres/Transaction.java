package dev.threeledger.wire.postgres;

import dev.threeledger.wire.postgres.SentStatement.Wrote;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A transaction of one connection, begun or implied. Guarded by its conversation. */
final class Transaction {
  /** How a transaction ended, as far as known. */
  enum End {
    OPEN,
    COMMITTED,
    ROLLED_BACK,
    /** Prepared for two-phase commit, or lost from sight. */
    UNKNOWN
  }

  final long number;

  /** A BEGIN made it; otherwise its commit is implied at the end of its Query or at Sync. */
  boolean explicit;

  final List<SentStatement> statements = new ArrayList<>();
  End end = End.OPEN;

  /** Error that the transaction met last, or null. */
  String sqlState;

  /** The server has answered something of it. */
  boolean reached;

  /** A commit that is worth reporting was asked for. */
  boolean commitAsked;

  /** A message that can commit it has left for the server: from here on only the server knows. */
  boolean commitForwarded;

  /** Begun by this one's COMMIT or ROLLBACK AND CHAIN, or null. */
  Transaction chained;

  /** Known since the commit was asked for, or null. */
  Long xid;

  /** Tables locked for writing when the commit was asked for. */
  List<String> locked = List.of();

  long askedSeq;
  private final List<Savepoint> savepoints = new ArrayList<>();

  private record Savepoint(String name, int statements) {}

  Transaction(long number, boolean explicit) {
    this.number = number;
    this.explicit = explicit;
  }

  boolean open() {
    return end == End.OPEN;
  }

  boolean mayWrite() {
    return statements.stream().anyMatch(statement -> statement.sql.mayWrite());
  }

  boolean anyAnswered() {
    return statements.stream().anyMatch(SentStatement::answered);
  }

  /** Seq of the first statement's event, or 0. */
  long firstSeq() {
    return statements.isEmpty() ? 0 : statements.get(0).sentSeq;
  }

  /** Must be called in the order of the statements. */
  void savepoint(String name) {
    savepoints.add(new Savepoint(name, statements.size()));
  }

  /** Statements between the savepoint and the one that went back to it changed nothing. */
  void rolledBackTo(String name, SentStatement back) {
    int end = statements.indexOf(back);
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      Savepoint savepoint = savepoints.get(i);
      if (savepoint.name().equals(name) && savepoint.statements() <= end) {
        statements.subList(savepoint.statements(), end).forEach(SentStatement::undo);
        return;
      }
    }
  }

  /** Whether any statement may have changed a row, as far as tags tell. */
  boolean perhapsWrote() {
    return statements.stream().anyMatch(statement -> statement.wrote() != Wrote.NO);
  }

  /** Tables of statements that changed rows, as their tags tell. */
  Set<String> written() {
    return tables(Set.of(Wrote.YES));
  }

  /**
   * Tables that the transaction may have changed: locked ones, without those that only statements
   * of zero rows name, and those of statements that wrote or have not been answered.
   */
  List<String> perhapsWritten(List<String> locked) {
    Set<String> perhaps = tables(Set.of(Wrote.YES, Wrote.PERHAPS));
    Set<String> unchanged = tables(Set.of(Wrote.NO));
    Set<String> all = new LinkedHashSet<>(perhaps);
    locked.stream().filter(table -> !unchanged.contains(table)).forEach(all::add);
    return List.copyOf(all);
  }

  private Set<String> tables(Set<Wrote> wanted) {
    Set<String> tables = new LinkedHashSet<>();
    for (SentStatement statement : statements) {
      if (wanted.contains(statement.wrote())) {
        tables.addAll(statement.sql.tables());
      }
    }
    return tables;
  }
}
