package dev.threeledger.bench;

import dev.threeledger.bench.Figure.Better;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.postgresql.PGConnection;

/**
 * Three ledgers of 10,000 to 10 million keys, reconciled from their files in a JVM with a bounded
 * heap, next to the same question in SQL of PostgreSQL, of tables that are loaded and analysed
 * already.
 */
final class ReconcileBench {
  private static final String GROUP = "reconcile";
  private static final String HEAP = "-Xmx192m";

  /** Bytes for files and tables of 10 million keys. */
  private static final long FILES = 4L << 30;

  private static final long TABLES = 6L << 30;

  private static final String QUESTION =
      """
      SELECT count(*) FROM (
        SELECT key, count(*) AS rows, bool_or(state = 'SUCCEEDED') AS done,
               bool_or(state = 'MANUAL_REVIEW') AS manual
        FROM execution WHERE kind = 'statement' GROUP BY key) AS execution
      FULL JOIN (
        SELECT key, count(*) AS rows, sum(amount) AS amount
        FROM business WHERE kind = 'statement' GROUP BY key) AS business USING (key)
      FULL JOIN (
        SELECT key, count(*) AS rows, min(amount) AS least, max(amount) AS most
        FROM external WHERE kind = 'payments.charge' AND state <> 'undone' GROUP BY key) AS effects
        USING (key)
      WHERE execution.rows > 1 OR business.rows > 1 OR effects.rows > 1
        OR (execution.done AND effects.rows IS NULL)
        OR (execution.done AND business.rows IS NULL)
        OR (effects.rows IS NOT NULL AND execution.done IS NOT TRUE
            AND execution.manual IS NOT TRUE)
        OR (business.rows IS NOT NULL AND execution.rows IS NULL)
        OR effects.least <> business.amount OR effects.most <> business.amount
      """;

  private ReconcileBench() {}

  /** Milliseconds and peak bytes, one each per repetition. */
  private record Streamed(List<Double> millis, List<Double> peak) {}

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    List<Integer> sizes = new ArrayList<>(List.of(10_000, 100_000, 1_000_000));
    if (options.quick()) {
      skipped.put("reconcile: 10 million keys", "quick");
    } else if (isSmall(options.folder(), FILES) || isSmall(Path.of("/dev/shm"), TABLES)) {
      skipped.put(
          "reconcile: 10 million keys",
          "they need 4 GiB at %s and 6 GiB at /dev/shm".formatted(options.folder()));
    } else {
      sizes.add(10_000_000);
    }
    Path folder = options.folder().resolve("reconcile");
    List<Figure> figures = new ArrayList<>();
    Map<Integer, Streamed> bySize = new LinkedHashMap<>();
    try (BenchDatabase database = BenchDatabase.start()) {
      for (int keys : sizes) {
        int times = keys >= 10_000_000 ? 1 : options.pick(3, 1);
        SampleLedgers.write(folder, keys, false);
        Streamed streamed = child("streamed", HEAP, folder, keys, times);
        bySize.put(keys, streamed);
        List<Double> sql = sql(database, folder, keys, times);
        add(figures, keys, streamed, bySize, sql);
        if (keys == 100_000) {
          inMemory(figures, folder, keys, times, streamed);
        }
        if (keys == 1_000_000 && !options.quick()) {
          SampleLedgers.write(folder, keys, true);
          unsorted(figures, child("streamed", HEAP, folder, keys, 1), streamed);
        }
        delete(folder);
      }
    }
    return figures;
  }

  private static boolean isSmall(Path folder, long bytes) throws IOException {
    return Files.getFileStore(folder).getUsableSpace() < bytes;
  }

  private static void add(
      List<Figure> figures,
      int keys,
      Streamed streamed,
      Map<Integer, Streamed> bySize,
      List<Double> sql) {
    String size = String.format(Locale.ROOT, "%,d keys", keys);
    Figure question =
        Figure.reference(GROUP, size + ", SQL of PostgreSQL", "ms", Better.LOWER, sql);
    figures.add(question);
    Figure time =
        Figure.reference(GROUP, size + ", streamed", "ms", Better.LOWER, streamed.millis());
    figures.add((keys == 1_000_000 ? time.aiming("under 5 s") : time).against(question));
    if (keys > 100_000) {
      figures.add(
          Figure.reference(
                  GROUP,
                  size + ", streamed: time a key",
                  "ns",
                  Better.LOWER,
                  perKey(streamed.millis(), keys))
              .against("of 100,000 keys", perKey(bySize.get(100_000).millis(), 100_000))
              .aiming("about 1: linear"));
      figures.add(
          Figure.reference(
                  GROUP, size + ", streamed: peak heap", "bytes", Better.LOWER, streamed.peak())
              .against("of 100,000 keys", bySize.get(100_000).peak())
              .aiming("about 1: constant"));
    }
  }

  private static void inMemory(
      List<Figure> figures, Path folder, int keys, int times, Streamed streamed) throws Exception {
    Streamed inMemory = child("memory", "-Xmx2g", folder, keys, times);
    figures.add(
        Figure.reference(GROUP, "100,000 keys, in memory", "ms", Better.LOWER, inMemory.millis())
            .against("streamed", streamed.millis()));
  }

  private static void unsorted(List<Figure> figures, Streamed unsorted, Streamed sorted) {
    figures.add(
        Figure.reference(
                GROUP,
                "1,000,000 keys in no order, sorted and streamed",
                "ms",
                Better.LOWER,
                unsorted.millis())
            .against("sorted already", List.of(Figure.median(sorted.millis()))));
  }

  private static List<Double> perKey(List<Double> millis, int keys) {
    return millis.stream().map(one -> one * 1e6 / keys).toList();
  }

  /** The first repetition of a fresh JVM is left out where there are others to go by. */
  private static Streamed child(String how, String heap, Path folder, int keys, int times)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ReconcileChild.class.getName(),
                how,
                folder.toString(),
                Integer.toString(keys < 10_000_000 ? times + 1 : times))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines;
    try (InputStream out = process.getInputStream()) {
      lines = new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    if (process.waitFor() != 0) {
      throw new IOException("reconciling " + keys + " keys " + how + " failed; see above");
    }
    Streamed streamed = new Streamed(new ArrayList<>(), new ArrayList<>());
    for (String line : lines.subList(lines.size() > times ? 1 : 0, lines.size())) {
      String[] parts = line.split(" ");
      if (!parts[2].equals(Integer.toString(keys))
          || !parts[3].equals(Integer.toString(SampleLedgers.disagreeing(keys)))) {
        throw new IOException("wrong result for " + keys + " keys: " + line);
      }
      streamed.millis().add(Double.valueOf(parts[0]));
      streamed.peak().add(Double.valueOf(parts[1]));
    }
    return streamed;
  }

  private static List<Double> sql(BenchDatabase database, Path folder, int keys, int times)
      throws SQLException, IOException {
    List<Double> millis = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      load(connection, statement, folder, "business", "created_at");
      load(connection, statement, folder, "external", "effect_id");
      load(connection, statement, folder, "execution", "holder");
      for (int i = 0; i < times; i++) {
        long start = System.nanoTime();
        try (ResultSet result = statement.executeQuery(QUESTION)) {
          result.next();
          if (result.getInt(1) != SampleLedgers.disagreeing(keys)) {
            throw new SQLException("SQL finds " + result.getInt(1) + " keys that disagree");
          }
        }
        millis.add((System.nanoTime() - start) / 1e6);
      }
      statement.execute("DROP TABLE business, external, execution");
    }
    return Collections.unmodifiableList(millis);
  }

  private static void load(
      Connection connection, Statement statement, Path folder, String table, String last)
      throws SQLException, IOException {
    statement.execute(
        "CREATE UNLOGGED TABLE %s (key text, kind text, amount numeric, state text, %s text)"
            .formatted(table, last));
    try (InputStream in = Files.newInputStream(folder.resolve(table + ".csv"))) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY " + table + " FROM STDIN (FORMAT csv, HEADER)", in);
    }
    statement.execute("ANALYZE " + table);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }
}
