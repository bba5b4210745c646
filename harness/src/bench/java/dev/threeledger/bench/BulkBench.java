package dev.threeledger.bench;

import dev.threeledger.bench.Figure.Better;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A result of 200 MB, read by each way, row by row. */
final class BulkBench {
  private static final int ROW_BYTES = 8_000;

  private BulkBench() {}

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    int megabytes = options.pick(200, 50);
    int rows = megabytes * 1_000_000 / ROW_BYTES;
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    try (BenchDatabase database = BenchDatabase.start();
        WirePaths paths =
            new WirePaths(options.folder().resolve("bulk"), options.toxiproxy(), database.port())) {
      Map<String, Integer> ports = new LinkedHashMap<>();
      for (String path : WirePaths.names(options.toxiproxy())) {
        ports.put(path, paths.open(path));
        read(database.jdbc(ports.get(path)), rows / 10);
      }
      for (int round = 0; round < options.pick(5, 2); round++) {
        for (Map.Entry<String, Integer> path : ports.entrySet()) {
          long start = System.nanoTime();
          read(database.jdbc(path.getValue()), rows);
          double seconds = (System.nanoTime() - start) / 1e9;
          rates.computeIfAbsent(path.getKey(), first -> new ArrayList<>()).add(megabytes / seconds);
        }
      }
    }
    List<Figure> figures = new ArrayList<>();
    rates.forEach(
        (path, its) -> {
          Figure figure =
              Figure.reference("bulk", "bulk read, " + path, "MB/s", Better.HIGHER, its);
          figures.add(
              path.equals(WirePaths.DIRECT)
                  ? figure
                  : figure.against(WirePaths.DIRECT, rates.get(WirePaths.DIRECT)));
        });
    return figures;
  }

  private static void read(String jdbc, int rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc)) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(1_000);
        int read = 0;
        try (ResultSet result =
            statement.executeQuery(
                "SELECT repeat('x', " + ROW_BYTES + ") FROM generate_series(1, " + rows + ")")) {
          while (result.next()) {
            read += result.getBytes(1).length == ROW_BYTES ? 1 : 0;
          }
        }
        if (read != rows) {
          throw new IllegalStateException("read " + read + " rows instead of " + rows);
        }
      }
      connection.commit();
    }
  }
}
