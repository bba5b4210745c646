package dev.threeledger.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One statement and its answer, by each way; every thread has its own connection. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RoundTrip {
  /** System property: JDBC URL of the server, its port as {@code PORT}. */
  static final String JDBC = "bench.jdbc";

  static final String SERVER = "bench.server";
  static final String TOXIPROXY = "bench.toxiproxy";
  static final String FOLDER = "bench.folder";

  private static final String NOTE = "x".repeat(1024);

  /** Way of {@link WirePaths}. */
  @Param("direct")
  public String path;

  private WirePaths paths;
  private String jdbc;

  /** Opens the way. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    paths =
        new WirePaths(
            Path.of(System.getProperty(FOLDER)),
            System.getProperty(TOXIPROXY),
            Integer.getInteger(SERVER));
    jdbc = System.getProperty(JDBC).replace("PORT", Integer.toString(paths.open(path)));
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public void close() throws Exception {
    paths.close();
  }

  /** A connection of one thread. */
  @State(Scope.Thread)
  public static class Client {
    private Connection connection;
    private PreparedStatement select;
    private PreparedStatement insert;

    /** Connects; as in a pool, statements are prepared on the server after five executions. */
    @Setup(Level.Trial)
    public void connect(RoundTrip trip) throws SQLException {
      connection = DriverManager.getConnection(trip.jdbc);
      select = connection.prepareStatement("SELECT 1");
      insert = connection.prepareStatement("INSERT INTO bench_entry (note) VALUES (?)");
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void disconnect() throws SQLException {
      connection.close();
    }
  }

  /** {@code select 1}. */
  @Benchmark
  public int selectOne(Client client) throws SQLException {
    try (ResultSet result = client.select.executeQuery()) {
      result.next();
      return result.getInt(1);
    }
  }

  /** One row of 1 KB, autocommit. */
  @Benchmark
  public int insertOneKilobyte(Client client) throws SQLException {
    client.insert.setString(1, NOTE);
    return client.insert.executeUpdate();
  }
}
