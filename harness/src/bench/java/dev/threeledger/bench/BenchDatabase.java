package dev.threeledger.bench;

import dev.threeledger.environment.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server as cells have it. */
final class BenchDatabase implements AutoCloseable {
  private final PostgresServer server;

  private BenchDatabase(PostgresServer server) {
    this.server = server;
  }

  static BenchDatabase start() throws IOException {
    return new BenchDatabase(PostgresServer.start());
  }

  /** Where it listens, on 127.0.0.1. */
  int port() {
    return server.port();
  }

  String version() {
    return server.version();
  }

  /** JDBC URL by way of a port of 127.0.0.1. */
  String jdbc(int port) {
    return server.adminJdbc().replace(":" + server.port() + "/", ":" + port + "/");
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(server.adminJdbc());
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
