package dev.threeledger.run;

import dev.threeledger.environment.Databases;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.UnfitException;
import dev.threeledger.ledger.LedgerReader;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event.LedgerRead;
import dev.threeledger.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Before the workers start: the scenario's data, the list of what is due, and whether the SQL of
 * the ledgers runs at all, which is better known now than after the run.
 */
final class Seeding {
  private final Scenario scenario;
  private final Subject subject;

  private Map<String, String> states = Map.of();

  Seeding(Scenario scenario, Subject subject) {
    this.scenario = scenario;
    this.subject = subject;
  }

  /**
   * Fills a fresh database; gives the due keys where the scenario states them.
   *
   * @throws UnfitException when SQL of the scenario or of the subject does not run
   * @throws EnvironmentException when the database is out of reach
   */
  Optional<List<LedgerRow>> fill(String jdbc, Timeline timeline) {
    try (Connection connection = DriverManager.getConnection(jdbc)) {
      load(connection);
      Optional<List<LedgerRow>> due = due(connection);
      due.ifPresent(rows -> timeline.append(new LedgerRead("due", rows.size())));
      tryLedgers(connection);
      if (scenario.when().stream().anyMatch(trigger -> trigger.once() != null)) {
        states = states(connection);
      }
      return due;
    } catch (SQLException e) {
      throw new EnvironmentException("the cell's database is out of reach: " + text(e), e);
    }
  }

  private void load(Connection connection) {
    Path data = scenario.given().data();
    if (data == null) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(Files.readString(data));
    } catch (SQLException e) {
      throw unfit(scenario.file() + ": given.data: " + data, e);
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + data + ": " + e, e);
    }
  }

  private Optional<List<LedgerRow>> due(Connection connection) {
    if (scenario.due() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LedgerReader.due(connection, scenario.due()));
    } catch (SQLException e) {
      throw unfit(scenario.file().toString(), e);
    }
  }

  /** A subject without a prepare command makes its tables only when its workers start. */
  private void tryLedgers(Connection connection) {
    if (subject.prepare().isEmpty()) {
      return;
    }
    try {
      LedgerReader.read(connection, subject.businessSql(), subject.executionSql());
    } catch (SQLException e) {
      throw unfit(subject.file().toString(), e);
    }
  }

  /** State by key of the rows that the seed data put into the fencing table. */
  Map<String, String> states() {
    return states;
  }

  private Map<String, String> states(Connection connection) {
    Subject.Fencing fencing = subject.fencing();
    String key =
        fencing.key().stream()
            .map(column -> Databases.quote(column) + "::text")
            .collect(Collectors.joining(", "));
    // a table that only the workers make is empty now
    String exists = "SELECT to_regclass('%s') IS NOT NULL".formatted(fencing.table());
    String rows =
        "SELECT concat_ws('/', %s), %s::text FROM %s"
            .formatted(key, Databases.quote(fencing.state()), fencing.table());
    Map<String, String> found = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      if (!yes(statement, exists)) {
        return found;
      }
      try (ResultSet all = statement.executeQuery(rows)) {
        while (all.next()) {
          found.put(all.getString(1), all.getString(2));
        }
      }
      return found;
    } catch (SQLException e) {
      throw unfit(subject.file() + ": fencing", e);
    }
  }

  private static boolean yes(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() && row.getBoolean(1);
    }
  }

  /** Connections, resources and the server's own troubles are not the fault of the SQL. */
  private static EnvironmentException unfit(String where, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.matches("(08|53|57|58|XX).*")
        ? new EnvironmentException(where + ": the database refuses: " + text(e), e)
        : new UnfitException(where + ": " + text(e));
  }

  /** The driver puts the place on a line of its own. */
  static String text(SQLException e) {
    return String.valueOf(e.getMessage())
        .replaceAll("\\s*\\n\\s*Position: (\\d+)", " (at character $1 of the SQL)");
  }
}
