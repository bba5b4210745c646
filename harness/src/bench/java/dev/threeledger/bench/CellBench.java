package dev.threeledger.bench;

import dev.threeledger.bench.Figure.Better;
import dev.threeledger.cost.PhaseTimes;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.QuietReached;
import dev.threeledger.timeline.Event.WorkerReady;
import dev.threeledger.timeline.Event.WorkerStarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Whole processes, as a user starts them: one cell of crash-after-commit, and where its time goes;
 * and the quick matrix of the statement family.
 *
 * <pre>
 *   JVM, servers │ database │ worker start │ work │ periods, quiet window │ collect │ checks │ report │ exit
 *                └──────────────────── timeline.jsonl ────────────────────────────┘ verdict.json  report.html
 * </pre>
 */
final class CellBench {
  private static final String GROUP = "cell";
  private static final Path JAR = Path.of("harness/target/threeledger.jar");
  private static final String CRASH = "scenarios/statement/crash-after-commit.yaml";
  private static final String CELL = "crash-after-commit/failure";
  private static final String NEEDED = "workers' own start-up and the stated quiet window";

  private CellBench() {}

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    if (!Files.exists(JAR)) {
      skipped.put("cell", "there is no " + JAR + "; run it by mvn -Pbench verify");
      return List.of();
    }
    Map<String, List<Double>> parts = new LinkedHashMap<>();
    Path reports = options.folder().resolve("cell");
    run(
        reports.resolve("warm"),
        CRASH,
        "--cell",
        CELL,
        "--lanes",
        "1"); // class data and page cache
    for (int round = 0; round < options.pick(5, 2); round++) {
      Path folder = reports.resolve(Integer.toString(round));
      double whole = run(folder, CRASH, "--cell", CELL, "--lanes", "1");
      parts(folder, whole)
          .forEach(
              (part, millis) ->
                  parts.computeIfAbsent(part, first -> new ArrayList<>()).add(millis));
    }
    List<Figure> figures = new ArrayList<>(figures(parts));
    if (options.quick()) {
      skipped.put("cell: the statement matrix", "quick");
    } else {
      matrix(reports, figures);
    }
    return figures;
  }

  private static List<Figure> figures(Map<String, List<Double>> parts) {
    List<Double> needed = parts.remove(NEEDED);
    List<Double> own = parts.remove("the harness's own");
    List<Double> cell = parts.get("cell");
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.reference(GROUP, NEEDED, "ms", Better.LOWER, needed));
    figures.add(
        Figure.reference(GROUP, "the harness's own part of the cell", "ms", Better.LOWER, own)
            .against(NEEDED, needed)
            .aiming("under 1 s"));
    parts.forEach(
        (part, millis) -> {
          Figure figure = Figure.reference(GROUP, part, "ms", Better.LOWER, millis);
          figures.add(part.equals("cell") ? figure : figure.against("cell", cell));
        });
    return figures;
  }

  /** Milliseconds by part, in order. */
  private static Map<String, Double> parts(Path folder, double whole) throws Exception {
    RunFolder run = onlyRun(folder).get(0);
    List<Entry> timeline = run.readTimeline();
    Map<Phase, Double> phases = PhaseTimes.of(timeline);
    double start = workerStart(timeline);
    double quiet = 0;
    for (Entry entry : timeline) {
      if (entry.event() instanceof QuietReached reached) {
        quiet = reached.periodsMillis() + reached.quietMillis();
      }
    }
    double end = millis(run.path().resolve("timeline.jsonl"));
    double verdict = millis(run.path().resolve("verdict.json"));
    double report = millis(run.path().resolve("report.html"));
    double cell = timeline.get(timeline.size() - 1).atNanos() / 1e6 + Math.max(0, report - end);
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put(NEEDED, start + quiet);
    parts.put("the harness's own", cell - start - quiet);
    parts.put("cell", cell);
    parts.put("database, seed, proxies", phases.getOrDefault(Phase.ENVIRONMENT, 0.0));
    parts.put("worker start", phases.getOrDefault(Phase.SUBJECT, 0.0));
    parts.put("triggers", phases.getOrDefault(Phase.TRIGGER, 0.0));
    parts.put("work before the quiet window", phases.getOrDefault(Phase.QUIESCE, 0.0) - quiet);
    parts.put("stated periods and quiet window", quiet);
    parts.put("collection", phases.getOrDefault(Phase.COLLECT, 0.0));
    parts.put("sums and checks", Math.max(0, verdict - end));
    parts.put("report", Math.max(0, report - verdict));
    parts.put("before and after the cell: JVM, servers, summary", whole - cell);
    return parts;
  }

  /** From the first process's start to the last one's ready. */
  private static double workerStart(List<Entry> timeline) {
    Map<String, Long> started = new HashMap<>();
    long first = Long.MAX_VALUE;
    long last = 0;
    for (Entry entry : timeline) {
      if (entry.event() instanceof WorkerStarted event && !started.containsKey(event.worker())) {
        started.put(event.worker(), entry.atNanos());
        first = Math.min(first, entry.atNanos());
      } else if (entry.event() instanceof WorkerReady event
          && started.getOrDefault(event.worker(), -1L) >= 0) {
        started.put(event.worker(), -1L);
        last = Math.max(last, entry.atNanos());
      }
    }
    return (last - first) / 1e6;
  }

  private static double millis(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().toEpochMilli();
  }

  private static void matrix(Path reports, List<Figure> figures) throws Exception {
    Path folder = reports.resolve("matrix");
    double whole = run(folder, "scenarios/statement", "--quick");
    double cells = 0;
    List<RunFolder> runs = onlyRun(folder);
    for (RunFolder run : runs) {
      List<Entry> timeline = run.readTimeline();
      cells += timeline.get(timeline.size() - 1).atNanos() / 1e6;
    }
    figures.add(
        Figure.reference(
                GROUP,
                "the quick statement matrix, " + runs.size() + " cells",
                "ms",
                Better.LOWER,
                List.of(whole))
            .against("its cells one after the other", List.of(cells)));
  }

  private static List<RunFolder> onlyRun(Path folder) throws Exception {
    try (Stream<Path> batches = Files.list(folder)) {
      Path batch = batches.filter(Files::isDirectory).findFirst().orElseThrow();
      return BatchFolder.open(batch).runs();
    }
  }

  /** Milliseconds of the whole process. */
  private static double run(Path reports, String... arguments)
      throws IOException, InterruptedException {
    Files.createDirectories(reports);
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dsun.net.httpserver.nodelay=true",
                "-jar",
                JAR.toString(),
                "run"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--report-dir", reports.toString()));
    Path log = reports.resolve("output.txt");
    long start = System.nanoTime();
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    double millis = (System.nanoTime() - start) / 1e6;
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + code + ", see " + log);
    }
    return millis;
  }
}
