package dev.threeledger.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Check;
import dev.threeledger.check.Checks;
import dev.threeledger.check.RunRecord;
import dev.threeledger.check.Samples;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever the ledgers hold, streamed gives what in memory gives. */
class StreamedReconcilerPropertyTest {
  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("threeledger-ledgers-");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Property(tries = 300)
  void streamedGivesWhatInMemoryGives(@ForAll("ledgers") Ledgers ledgers) throws IOException {
    assertThat(streamed(stored(ledgers)))
        .isEqualTo(Reconciler.reconcile(Samples.subject(), ledgers));
  }

  /** Also where only some of the ledgers are large. */
  @Property(tries = 300)
  void checksSayTheSameOfStoredLedgersAsOfThoseInMemory(
      @ForAll("ledgers") Ledgers ledgers, @ForAll boolean quiet, @ForAll boolean onlyExecution)
      throws IOException {
    Ledgers all = stored(ledgers);
    Ledgers stored =
        onlyExecution
            ? new Ledgers(ledgers.business(), ledgers.external(), all.execution(), ledgers.due())
            : all;

    for (Check check : Checks.all()) {
      assertThat(check.judge(run(stored, quiet))).isEqualTo(check.judge(run(ledgers, quiet)));
    }
  }

  private static RunRecord run(Ledgers ledgers, boolean quiet) {
    List<Event> events =
        List.of(
            new Event.TriggerSent(1, "1", "statement", "10/x"),
            new Event.TriggerAnswered(1, "1", "statement", "10/x", 202, ""),
            new Event.EffectApplied(
                "1", "payments.charge", 1, "charge", "ch_1", "k", "1/2026-01-31", "7"),
            new Event.RunStopped(
                quiet ? Event.StopReason.QUIET : Event.StopReason.TIME_LIMIT, null));
    List<Entry> timeline = new ArrayList<>();
    events.forEach(event -> timeline.add(new Entry(timeline.size() + 1L, 0, event)));
    return new RunRecord(
        Samples.scenario(List.of(), Map.of(), List.of(), Checks.names()),
        Samples.subject(),
        Map.of("maxAttempts", "4", "tick", "800ms"),
        timeline,
        ledgers);
  }

  @Property(tries = 100)
  void sortingKeepsTheOrderOfEqualKeys(@ForAll("rows") List<LedgerRow> rows) throws IOException {
    Path file = write("sort", rows);
    Map<String, List<LedgerRow>> byKey = new TreeMap<>(KeyOrder.KEYS);
    rows.forEach(row -> byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row));
    List<LedgerRow> sorted = new ArrayList<>();
    try (SortedRows merged = LedgerSort.open(file, 3)) {
      for (LedgerRow row = merged.next(); row != null; row = merged.next()) {
        sorted.add(row);
        assertThat(rows.get((int) merged.place())).isEqualTo(row);
      }
    }

    assertThat(sorted).isEqualTo(byKey.values().stream().flatMap(List::stream).toList());
  }

  @Provide
  Arbitrary<Ledgers> ledgers() {
    Arbitrary<Optional<List<LedgerRow>>> external = rows().optional(0.9);
    Arbitrary<Optional<List<LedgerRow>>> ledger = rows(0).optional(0.9);
    return Combinators.combine(ledger, external, ledger, ledger).as(Ledgers::new);
  }

  @Provide
  Arbitrary<List<LedgerRow>> rows() {
    return rows(0.05);
  }

  /**
   * @param withoutKey how many name no key, as effects may
   */
  private static Arbitrary<List<LedgerRow>> rows(double withoutKey) {
    Arbitrary<String> keys =
        Arbitraries.of("1/2026-01-31", "1/2026-02-28", "2/2026-01-31", "10/x", "a,\"b\"", "ä\r\n")
            .injectNull(withoutKey);
    Arbitrary<String> kinds =
        Arbitraries.of("statement", "payments.charge", "payments.refund", "invoice", "other");
    Arbitrary<String> amounts = Arbitraries.of("120.50", "120.5", "7", "0.01").injectNull(0.2);
    Arbitrary<String> states =
        Arbitraries.of("applied", "undone", "SUCCEEDED", "RUNNING", "MANUAL_REVIEW", "odd", "")
            .injectNull(0.1);
    return Combinators.combine(keys, kinds, amounts, states)
        .as(StreamedReconcilerPropertyTest::row)
        .list()
        .ofMaxSize(12);
  }

  /** As a file gives it: with all its columns. */
  private static LedgerRow row(String key, String kind, String amount, String state) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("key", key);
    columns.put("kind", kind);
    columns.put("amount", amount);
    columns.put("state", state);
    columns.values().removeIf(value -> value == null);
    return new LedgerRow(
        key, kind, amount == null ? null : new java.math.BigDecimal(amount), state, columns);
  }

  private static Ledgers stored(Ledgers ledgers) throws IOException {
    return new Ledgers(
        stored("business", ledgers.business()),
        stored("external", ledgers.external()),
        stored("execution", ledgers.execution()),
        stored("due", ledgers.due()));
  }

  private static Optional<List<LedgerRow>> stored(String name, Optional<List<LedgerRow>> rows)
      throws IOException {
    return rows.isPresent()
        ? Optional.of(new StoredLedger(write(name, rows.get())))
        : Optional.empty();
  }

  private static Path write(String name, List<LedgerRow> rows) throws IOException {
    return Files.writeString(folder.resolve(name + ".csv"), LedgerCsv.write(rows, text -> text));
  }

  /** In the order of first appearance. */
  private static List<ReconciledKey> streamed(Ledgers ledgers) throws IOException {
    Map<Long, ReconciledKey> keys = new TreeMap<>();
    StreamedReconciler.reconcile(
        Samples.subject(), ledgers, (key, firstSeen) -> keys.put(firstSeen, key));
    return List.copyOf(keys.values());
  }

  @Property(tries = 1)
  void manyKeysInNoOrder() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    List<LedgerRow> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(row(random.nextInt(700) + "/x", "statement", "7", "SUCCEEDED"));
    }
    Ledgers ledgers =
        new Ledgers(Optional.of(rows), Optional.of(List.of()), Optional.of(rows), Optional.empty());

    assertThat(streamed(stored(ledgers)))
        .isEqualTo(Reconciler.reconcile(Samples.subject(), ledgers));
  }
}
