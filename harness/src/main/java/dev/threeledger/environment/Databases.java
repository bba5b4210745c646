package dev.threeledger.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Databases of one server: a template that the subject's prepare fills once, and a fresh copy of it
 * per run.
 *
 * <pre>
 * createTemplate ─► prepare, seed data ─► sealTemplate ─► fresh ─► (a run) ─► drop
 *                                                        └─► fresh ─► …
 * </pre>
 *
 * Safe for use by several threads. Its one connection is closed with the server.
 */
public final class Databases {
  /** Publication of the history tables, in every sealed template. */
  static final String PUBLICATION = "threeledger";

  private static final Duration LEFT_WITHIN = Duration.ofSeconds(10);
  private static final long POLL_NANOS = 2_000_000;

  private final DatabaseServer server;

  /** Databases of this server. */
  public Databases(DatabaseServer server) {
    this.server = server;
  }

  /**
   * Creates an empty database, to be filled and then sealed. One of the same name is dropped.
   *
   * @return its JDBC URL, credentials included
   */
  public String createTemplate(String name) {
    drop(name);
    admin("create the template database " + name, "CREATE DATABASE " + quote(name));
    return jdbc(name);
  }

  /**
   * Makes a filled template ready for runs: its history tables get REPLICA IDENTITY FULL and are
   * published, connections left over by prepare are ended, and new ones are refused, because a
   * database in use cannot be copied.
   *
   * @param historyTables tables whose rows are followed, {@code table} or {@code schema.table},
   *     each with its key columns
   * @throws UnfitException naming every table or key column that does not exist, and those that do
   */
  public void sealTemplate(String name, Map<String, List<String>> historyTables) {
    try (Connection connection = DriverManager.getConnection(jdbc(name))) {
      List<HistoryTable> tables = HistoryTable.resolve(connection, historyTables);
      try (Statement statement = connection.createStatement()) {
        for (HistoryTable table : tables) {
          table.identifyFully(statement);
        }
        statement.execute(publication(tables));
      }
    } catch (SQLException e) {
      throw failed("seal the template database " + name, e);
    }
    admin("seal", "ALTER DATABASE " + quote(name) + " ALLOW_CONNECTIONS false");
    awaitLeft(name);
  }

  private static String publication(List<HistoryTable> tables) {
    String create = "CREATE PUBLICATION " + PUBLICATION;
    if (tables.isEmpty()) {
      return create;
    }
    return create
        + " FOR TABLE "
        + String.join(", ", tables.stream().map(HistoryTable::quoted).toList())
        + " WITH (publish_via_partition_root = true)";
  }

  /** The server itself would look only every 100 ms whether the template is free. */
  private void awaitLeft(String name) {
    String end =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
            .formatted(name.replace("'", "''"));
    long deadline = System.nanoTime() + LEFT_WITHIN.toNanos();
    while (server.admin(statement -> statement.executeQuery(end).next(), "end connections")) {
      if (System.nanoTime() - deadline >= 0) {
        throw new EnvironmentException(
            "connections to the template database "
                + name
                + " do not end; does prepare still run?");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Creates a database as a copy of a template.
   *
   * @return its JDBC URL, credentials included
   */
  public String fresh(String template, String name) {
    admin(
        "create the database " + name + " from the template " + template,
        "CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy"
            .formatted(quote(name), quote(template)));
    return jdbc(name);
  }

  /**
   * From the next connection on, the server logs the plan of every statement in this database and
   * not of slow ones alone. The times and row counts of plan nodes are left out then, and so are
   * parameters.
   */
  public void explainEverything(String name) {
    String alter = "ALTER DATABASE " + quote(name) + " SET auto_explain.";
    admin("have plans logged", alter + "log_min_duration = 0");
    admin("have plans logged", alter + "log_analyze = off");
    admin("have plans logged", alter + "log_parameter_max_length = 0");
  }

  /**
   * Drops a database and ends its connections; no effect when it does not exist. Close its {@link
   * RowHistory} first.
   */
  public void drop(String name) {
    admin("drop the database " + name, "DROP DATABASE IF EXISTS " + quote(name) + " WITH (FORCE)");
  }

  /** JDBC URL of a database, credentials included. */
  public String jdbc(String database) {
    return server.jdbc(database);
  }

  /** Names of the databases, without PostgreSQL's own. */
  public Set<String> names() {
    return server.admin(
        statement -> {
          Set<String> names = new java.util.TreeSet<>();
          var rows =
              statement.executeQuery(
                  "SELECT datname FROM pg_database WHERE datname NOT IN"
                      + " ('postgres', 'template0', 'template1')");
          while (rows.next()) {
            names.add(rows.getString(1));
          }
          return names;
        },
        "list the databases");
  }

  private void admin(String what, String sql) {
    server.admin(statement -> statement.execute(sql), what);
  }

  static EnvironmentException failed(String what, SQLException e) {
    return new EnvironmentException("cannot " + what + ": " + e.getMessage(), e);
  }

  /** A name as SQL takes it, whatever it holds. */
  public static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
