package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction.Pause.Until;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.scenario.FaultPoint.HttpStep;
import dev.threeledger.scenario.Scenario.Expectation;
import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Limits;
import dev.threeledger.scenario.Scenario.Partner;
import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary scenarios that the example subject can run. */
final class Scenarios {
  static final Path FILE = Formats.SCENARIOS.resolve("generated.yaml");
  private static final Arbitrary<String> NAMES =
      Arbitraries.strings().withCharRange('a', 'z').numeric().ofMinLength(1).ofMaxLength(6);
  private static final Arbitrary<String> TEXTS =
      Arbitraries.oneOf(
              Arbitraries.strings().ascii().filter(text -> text.chars().noneMatch(c -> c < ' ')),
              Arbitraries.of(
                  "true",
                  "null",
                  "~",
                  "007",
                  "1.10",
                  "2026-01-31",
                  "1e3",
                  "0x1F",
                  "- a",
                  "{}",
                  "#",
                  "é ü",
                  "on",
                  "12:30:45",
                  "0",
                  "-1",
                  "99999999999"))
          .filter(text -> !text.isBlank());
  private static final Arbitrary<String> PARTS = TEXTS.filter(text -> !text.contains("/"));
  private static final Arbitrary<String> KEYS =
      Combinators.combine(PARTS, PARTS).as((a, b) -> a + "/" + b);
  private static final Arbitrary<String> WORKERS = Arbitraries.of("1", "2", "3");
  private static final Arbitrary<Duration> DURATIONS =
      Arbitraries.longs().between(1, 200_000).map(Duration::ofMillis);
  private static final Arbitrary<Duration> OR_ZERO =
      Arbitraries.oneOf(DURATIONS, Arbitraries.just(Duration.ZERO));
  private static final Arbitrary<String> OPERATIONS = Arbitraries.of(Formats.OPERATIONS);
  private static final Arbitrary<String> TARGETS =
      Arbitraries.of("database", "payments").injectNull(0.3);
  private static final Arbitrary<String> TABLES =
      Arbitraries.of("statement", "statement_run").injectNull(0.3);
  private static final Arbitrary<String> QUERIES =
      Arbitraries.of(
          "SELECT key FROM business",
          "SELECT seq, key\nFROM events -- all\nWHERE json LIKE '%\"it''s\"%'",
          "SELECT d.key FROM due d LEFT JOIN execution e USING (key) WHERE e.key IS NULL");
  private static final Arbitrary<Integer> COUNTS = Arbitraries.integers().between(1, 5);

  private Scenarios() {}

  static Arbitrary<Scenario> all() {
    return Combinators.combine(
            NAMES,
            NAMES,
            NAMES.list().ofMaxSize(2),
            TEXTS,
            Combinators.combine(given(), secrets()).as(Map::entry),
            TEXTS.injectNull(0.5),
            trigger().list().ofMaxSize(3),
            faults())
        .flatAs(
            (name, family, tags, claim, given, due, when, faults) ->
                Combinators.combine(
                        expectation().list().ofMaxSize(2),
                        Arbitraries.of(Formats.CHECKS).set().ofMinSize(1),
                        limits(),
                        Arbitraries.of(Verdict.class),
                        Arbitraries.maps(Arbitraries.just("workers-lost"), COUNTS),
                        Arbitraries.of(StopCondition.class).list().uniqueElements(),
                        Combinators.combine(NAMES, QUERIES)
                            .as(Invariant::new)
                            .list()
                            .uniqueElements(Invariant::name)
                            .ofMaxSize(2))
                    .as(
                        (expect, checks, limits, verdict, survives, stops, invariants) ->
                            new Scenario(
                                name,
                                faults.isEmpty() ? "normal" : "failure",
                                family,
                                tags,
                                claim,
                                given.getKey(),
                                given.getValue(),
                                due,
                                when,
                                faults,
                                stops.stream()
                                    .filter(one -> one.check().map(checks::contains).orElse(true))
                                    .toList(),
                                survives,
                                expect,
                                Formats.CHECKS.stream().filter(checks::contains).toList(),
                                invariants,
                                limits,
                                verdict,
                                FILE)));
  }

  private static Arbitrary<Given> given() {
    Arbitrary<Path> data =
        Arbitraries.just(Formats.SCENARIOS.toAbsolutePath().resolve("data/three-tenants.sql"))
            .injectNull(0.5);
    return Combinators.combine(
            data,
            TEXTS,
            Arbitraries.maps(OPERATIONS, Arbitraries.of(true, false).map(Partner::new)))
        .as(
            (file, defect, partner) -> {
              Map<String, String> settings = new LinkedHashMap<>();
              settings.put("tick", "1s");
              settings.put("lease", "900ms");
              settings.put("defect", defect);
              return new Given(file, 3, settings, partner);
            });
  }

  private static Arbitrary<List<String>> secrets() {
    return TEXTS.filter(text -> text.length() >= 4).list().uniqueElements().ofMaxSize(2);
  }

  private static Arbitrary<Trigger> trigger() {
    return Combinators.combine(
            TEXTS,
            PARTS,
            PARTS,
            Arbitraries.oneOf(WORKERS, Arbitraries.just(Trigger.ANY)),
            OR_ZERO,
            Arbitraries.of(Once.class).injectNull(0.5),
            Arbitraries.maps(NAMES, input()).ofMaxSize(2))
        .as(
            (job, tenant, date, worker, after, once, input) -> {
              Map<String, String> key = new LinkedHashMap<>();
              key.put("tenant_id", tenant);
              key.put("statement_date", date);
              String via = input.isEmpty() ? Trigger.CALL : "replay";
              return new Trigger(job, key, input, via, worker, once, after);
            });
  }

  private static Arbitrary<JsonNode> input() {
    return Arbitraries.oneOf(
        TEXTS.map(TextNode::valueOf),
        Arbitraries.integers().between(-99, 99).map(IntNode::valueOf),
        Arbitraries.of(true, false).map(BooleanNode::valueOf));
  }

  private static Arbitrary<Expectation> expectation() {
    return Combinators.combine(
            KEYS,
            Arbitraries.of(StateRole.class).injectNull(0.3),
            Arbitraries.maps(OPERATIONS, COUNTS),
            COUNTS.injectNull(0.3))
        .as(Expectation::new);
  }

  private static Arbitrary<Limits> limits() {
    return Combinators.combine(DURATIONS, DURATIONS)
        .as((a, b) -> new Limits(a.plus(b).plus(Duration.ofSeconds(2)), a, b));
  }

  private static Arbitrary<List<Fault>> faults() {
    Arbitrary<Fault> fault =
        Combinators.combine(NAMES, point(), Arbitraries.of(Side.class), action())
            .as(Fault::new)
            .filter(f -> Strikes.problem(f).isEmpty());
    return fault.list().uniqueElements(Fault::name).ofMaxSize(4).map(Scenarios::named);
  }

  /** The first has the name that it gets when none is written. */
  private static List<Fault> named(List<Fault> faults) {
    List<Fault> named = new ArrayList<>(faults);
    if (!named.isEmpty()) {
      Fault first = named.get(0);
      named.set(0, new Fault("fault[0]", first.on(), first.side(), first.action()));
    }
    return named;
  }

  private static Arbitrary<FaultPoint> point() {
    Arbitrary<String> worker = WORKERS.injectNull(0.5);
    Arbitrary<String> key = KEYS.injectNull(0.5);
    return Arbitraries.oneOf(
        Combinators.combine(
                TABLES, Arbitraries.of("insert", "update").injectNull(0.5), worker, key, COUNTS)
            .as(FaultPoint.Statement::new),
        Combinators.combine(TABLES, worker, key, COUNTS).as(FaultPoint.Commit::new),
        Combinators.combine(Arbitraries.of(StateRole.class), worker, key, COUNTS)
            .as((state, w, k, c) -> new FaultPoint.Commit("statement_run", state, w, k, c)),
        Combinators.combine(OPERATIONS, Arbitraries.of(HttpStep.class), worker, key, COUNTS)
            .as(FaultPoint.Http::new),
        Combinators.combine(worker, key, COUNTS).as(FaultPoint.TriggerSent::new));
  }

  private static Arbitrary<FaultAction> action() {
    Arbitrary<Release> release = Arbitraries.of(Release.class);
    Arbitrary<Boolean> yes = Arbitraries.of(true, false);
    return Arbitraries.oneOf(
        List.of(
            Combinators.combine(OR_ZERO, yes, OR_ZERO).as(Scenarios::crash),
            Combinators.combine(DURATIONS.injectNull(0.3), yes).as(FaultAction.Terminate::new),
            Combinators.combine(yes, WORKERS.injectNull(0.3)).as(FaultAction.LoseTrigger::new),
            Combinators.combine(OPERATIONS, DURATIONS).as(FaultAction.Late::new),
            Combinators.combine(Arbitraries.of(Until.class), DURATIONS, DURATIONS)
                .as(
                    (until, lasts, within) ->
                        new FaultAction.Pause(until, until == Until.TIME ? lasts : null, within)),
            Arbitraries.just(new FaultAction.LoseResponse()),
            Combinators.combine(WORKERS, yes, release, DURATIONS)
                .as(FaultAction.DuplicateTrigger::new),
            Combinators.combine(
                    Arbitraries.of(List.of("1", "2"), List.of("3", "1", "2")), release, DURATIONS)
                .as(FaultAction.Hold::new),
            Combinators.combine(TARGETS, DURATIONS, OR_ZERO, DURATIONS).as(FaultAction.Delay::new),
            Arbitraries.just(new FaultAction.Reset()),
            Combinators.combine(TARGETS, DURATIONS).as(FaultAction.Refuse::new),
            Combinators.combine(
                    Arbitraries.of(FaultAction.RestartDatabase.Mode.class),
                    Arbitraries.of(FaultAction.RestartDatabase.Port.class))
                .as(FaultAction.RestartDatabase::new),
            DURATIONS
                .filter(time -> time.compareTo(FaultAction.PauseDatabase.LONGEST) <= 0)
                .map(FaultAction.PauseDatabase::new),
            DURATIONS
                .filter(time -> time.compareTo(FaultAction.Partition.LONGEST) <= 0)
                .map(FaultAction.Partition::new),
            Combinators.combine(
                    Arbitraries.of("statement", "tenant"),
                    Arbitraries.just("statement_run"),
                    DURATIONS)
                .as(FaultAction.Deadlock::new),
            Combinators.combine(
                    Arbitraries.integers().between(400, 599),
                    Arbitraries.maps(NAMES, TEXTS).ofMaxSize(2),
                    Arbitraries.oneOf(TEXTS, Arbitraries.just("")),
                    Arbitraries.oneOf(COUNTS, Arbitraries.just(Integer.MAX_VALUE)),
                    DURATIONS.injectNull(0.7),
                    yes)
                .as(Scenarios::error)));
  }

  private static FaultAction crash(Duration hold, boolean restart, Duration down) {
    boolean all = !down.isZero();
    return new FaultAction.Crash(hold, restart, all, restart ? down : Duration.ZERO);
  }

  /** What lasts for a time has no number of times. */
  private static FaultAction error(
      int status,
      Map<String, String> headers,
      String body,
      int times,
      Duration lasts,
      boolean allKeys) {
    int unlessLasting = lasts == null ? times : Integer.MAX_VALUE;
    return new FaultAction.Error(status, headers, body, unlessLasting, lasts, allKeys);
  }
}
