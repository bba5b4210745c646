package dev.threeledger.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures the harness, writes {@code bench.json} and {@code bench.md}, and compares the ratios
 * with {@code docs/benchmarks.json}. Exit code 0: nothing got worse; 1: something did, or could not
 * be measured; 2: a wrong argument. A quick run is shown next to what is stored and never fails by
 * it: its sizes are others.
 *
 * <p>Arguments: groups, with commas, or {@code all}; then {@code quick=…}, {@code store=…}, {@code
 * toxiproxy=…}.
 */
public final class Bench {
  private static final Path STORED = Path.of("docs/benchmarks.json");

  private Bench() {}

  /** One group of figures. */
  interface Group {
    List<Figure> measure(Options options, Map<String, String> skipped) throws Exception;
  }

  private static final Map<String, Group> GROUPS =
      Map.of(
          "wire", WireBench::measure,
          "bulk", BulkBench::measure,
          "effects", EffectsBench::measure,
          "timeline", TimelineBench::measure,
          "reconcile", ReconcileBench::measure,
          "cell", CellBench::measure);

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    Options options = options(args);
    Instant start = Instant.now();
    Map<String, String> machine = Machine.now();
    Map<String, String> skipped = new LinkedHashMap<>();
    List<Figure> figures = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    for (String name : Options.GROUPS) {
      if (options.wants(name)) {
        System.out.println("bench: " + name);
        try {
          figures.addAll(GROUPS.get(name).measure(options, skipped));
        } catch (Exception e) {
          e.printStackTrace();
          broken.add(name + ": " + e);
        }
      }
    }
    Map<String, String> how = new LinkedHashMap<>();
    how.put("when", start.toString());
    how.put("took", Duration.between(start, Instant.now()).toSeconds() + " s");
    how.put("groups", String.join(", ", options.groups()));
    how.put("quick", options.quick() ? "yes: too short for conclusions" : "no");
    how.put("load before and after", machine.remove("load") + "; " + Machine.load());
    Measured measured = new Measured(machine, how, figures, skipped);
    String json =
        JsonMapper.builder()
            .build()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(measured.json());
    Files.writeString(options.folder().resolve("bench.json"), json + "\n");
    String page = BenchMarkdown.of(measured);
    Files.writeString(options.folder().resolve("bench.md"), page);
    System.out.println("\n" + page);
    System.out.println("written: " + options.folder().resolve("bench.json") + ", bench.md");
    System.exit(conclude(options, figures, broken));
  }

  private static int conclude(Options options, List<Figure> figures, List<String> broken)
      throws IOException {
    JsonMapper mapper = JsonMapper.builder().build();
    JsonNode stored =
        Files.exists(STORED)
            ? mapper.readTree(STORED.toFile())
            : JsonNodeFactory.instance.objectNode();
    Regression.Outcome outcome = Regression.compare(stored, figures);
    System.out.println(
        "compared with %s: %d ratios, %d worse, %d missing"
            .formatted(
                STORED, outcome.compared(), outcome.worse().size(), outcome.missing().size()));
    outcome.worse().forEach(worse -> System.out.println("worse: " + worse));
    outcome.missing().forEach(missing -> System.out.println("missing: " + missing));
    broken.forEach(one -> System.out.println("not measured: " + one));
    if (options.store() && broken.isEmpty() && !options.quick()) {
      Files.writeString(
          STORED,
          mapper
                  .writerWithDefaultPrettyPrinter()
                  .writeValueAsString(Regression.stored(stored, figures))
              + "\n");
      System.out.println("stored: " + STORED);
      return 0;
    }
    return broken.isEmpty() && (options.quick() || outcome.good()) ? 0 : 1;
  }

  private static Options options(String[] args) throws IOException {
    Set<String> groups = Set.of(args.length == 0 ? new String[] {"all"} : args[0].split(","));
    for (String group : groups) {
      if (!group.equals("all") && !group.isEmpty() && !Options.GROUPS.contains(group)) {
        System.err.println(
            "no group '%s'; known: all, %s".formatted(group, String.join(", ", Options.GROUPS)));
        System.exit(2);
      }
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 1; i < args.length; i++) {
      String[] parts = args[i].split("=", 2);
      named.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    Path folder =
        Path.of(
            "reports",
            "bench-"
                + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                    .withZone(ZoneOffset.UTC)
                    .format(Instant.now()));
    Files.createDirectories(folder);
    return new Options(
        groups.contains("") ? Set.of("all") : groups,
        !named.getOrDefault("quick", "false").equals("false"),
        !named.getOrDefault("store", "false").equals("false"),
        named.getOrDefault("toxiproxy", ""),
        folder.toAbsolutePath());
  }
}
