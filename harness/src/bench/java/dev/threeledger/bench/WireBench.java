package dev.threeledger.bench;

import dev.threeledger.bench.Figure.Better;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Round trips by each way. All ways are measured in turn, several rounds: a ratio compares ways of
 * one round, so that a machine that becomes slower meanwhile changes both.
 */
final class WireBench {
  private static final Map<String, String> STATEMENTS =
      Map.of("selectOne", "select 1", "insertOneKilobyte", "insert of 1 KB");

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private WireBench() {}

  /** Median and 99th percentile in µs, operations a second, bytes of one; one each per round. */
  private record Series(
      List<Double> p50, List<Double> p99, List<Double> perSecond, List<Double> allocated) {
    Series() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    if (options.toxiproxy().isEmpty()) {
      skipped.put(
          "wire, bulk: a real Toxiproxy", "no -Dtoxiproxy.url=http://127.0.0.1:8474 was given");
    }
    List<String> paths = WirePaths.names(options.toxiproxy());
    Map<String, Series> series = new LinkedHashMap<>();
    try (BenchDatabase database = BenchDatabase.start()) {
      for (int round = 0; round < options.pick(3, 1); round++) {
        for (String statement : List.of("selectOne", "insertOneKilobyte")) {
          for (int connections : List.of(1, 8)) {
            database.execute(
                "DROP TABLE IF EXISTS bench_entry;"
                    + " CREATE TABLE bench_entry (id bigserial PRIMARY KEY, note text)");
            for (RunResult result : run(options, database, paths, statement, connections)) {
              add(series, result, statement, connections);
            }
          }
        }
      }
    }
    return figures(series);
  }

  private static Iterable<RunResult> run(
      Options options, BenchDatabase database, List<String> paths, String statement, int threads)
      throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(RoundTrip.class.getName() + "." + statement + "$")
                .param("path", paths.toArray(String[]::new))
                .threads(threads)
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(options.pick(2000, 800)))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(options.pick(1500, 600)))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgs(
                    "-Xmx2g",
                    "-Dsun.net.httpserver.nodelay=true",
                    "-D" + RoundTrip.JDBC + "=" + database.jdbc(1).replace(":1/", ":PORT/"),
                    "-D" + RoundTrip.SERVER + "=" + database.port(),
                    "-D" + RoundTrip.TOXIPROXY + "=" + options.toxiproxy(),
                    "-D" + RoundTrip.FOLDER + "=" + options.folder().resolve("wire"))
                .build())
        .run();
  }

  private static void add(
      Map<String, Series> series, RunResult result, String statement, int connections) {
    String path = result.getParams().getParam("path");
    String name =
        "%s, %d connection%s, %s"
            .formatted(STATEMENTS.get(statement), connections, connections == 1 ? "" : "s", path);
    Series its = series.computeIfAbsent(name, first -> new Series());
    var statistics = result.getPrimaryResult().getStatistics();
    its.p50().add(statistics.getPercentile(50));
    its.p99().add(statistics.getPercentile(99));
    its.perSecond().add(connections * 1e6 / statistics.getMean());
    its.allocated().add(result.getSecondaryResults().get(ALLOCATED).getScore());
  }

  private static List<Figure> figures(Map<String, Series> series) {
    List<Figure> figures = new ArrayList<>();
    series.forEach(
        (name, its) -> {
          String path = name.substring(name.lastIndexOf(", ") + 2);
          Series direct = series.get(name.replace(", " + path, ", " + WirePaths.DIRECT));
          add(figures, name + ": p50", "µs", Better.LOWER, its.p50(), direct.p50(), path);
          add(figures, name + ": p99", "µs", Better.LOWER, its.p99(), direct.p99(), path);
          add(
              figures,
              name + ": throughput",
              "1/s",
              Better.HIGHER,
              its.perSecond(),
              direct.perSecond(),
              path);
        });
    added(figures, series);
    allocated(figures, series);
    return figures;
  }

  private static void add(
      List<Figure> figures,
      String name,
      String unit,
      Better better,
      List<Double> values,
      List<Double> direct,
      String path) {
    Figure figure = Figure.reference("wire", name, unit, better, values);
    figures.add(path.equals(WirePaths.DIRECT) ? figure : figure.against(WirePaths.DIRECT, direct));
  }

  /** What a way adds to a round trip, next to what the bare relay adds, and a real Toxiproxy. */
  private static void added(List<Figure> figures, Map<String, Series> series) {
    String one = "select 1, 1 connection, ";
    List<Double> relay = added(series, one, WirePaths.RELAY);
    for (String path : List.of(WirePaths.TAP, WirePaths.TOXIPROXY, WirePaths.BOTH)) {
      Figure figure =
          Figure.reference(
              "wire", "added to select 1 by " + path, "µs", Better.LOWER, added(series, one, path));
      figures.add(figure.against("added by a bare relay, the floor", relay));
      if (series.containsKey(one + WirePaths.REAL)) {
        Figure real =
            Figure.reference(
                "wire",
                "added to select 1 by " + path + ", of a real Toxiproxy",
                "µs",
                Better.LOWER,
                figure.values());
        figures.add(
            real.against("added by a real Toxiproxy", added(series, one, WirePaths.REAL))
                .aiming(path.equals(WirePaths.TAP) ? "under 0.25" : "under 0.5"));
      }
    }
  }

  /** Client and way live in one JVM: what a way allocates is the rest. */
  private static void allocated(List<Figure> figures, Map<String, Series> series) {
    for (String statement : List.of("select 1", "insert of 1 KB")) {
      String one = statement + ", 1 connection, ";
      for (String path : List.of(WirePaths.TAP, WirePaths.TOXIPROXY, WirePaths.BOTH)) {
        figures.add(
            Figure.reference(
                    "wire",
                    "allocated by a %s and %s".formatted(statement, path),
                    "bytes",
                    Better.LOWER,
                    series.get(one + path).allocated())
                .against(
                    "the client and a bare relay", series.get(one + WirePaths.RELAY).allocated()));
      }
    }
  }

  private static List<Double> added(Map<String, Series> series, String one, String path) {
    List<Double> direct = series.get(one + WirePaths.DIRECT).p50();
    List<Double> its = series.get(one + path).p50();
    List<Double> added = new ArrayList<>();
    for (int i = 0; i < its.size(); i++) {
      added.add(its.get(i) - direct.get(i));
    }
    return added;
  }
}
