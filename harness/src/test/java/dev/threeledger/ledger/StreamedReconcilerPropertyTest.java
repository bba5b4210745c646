package dev.threeledger.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Samples;
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
    assertThat(streamed(files(ledgers)))
        .isEqualTo(Reconciler.reconcile(Samples.subject(), ledgers));
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
    Arbitrary<Optional<List<LedgerRow>>> ledger = rows().optional(0.9);
    return Combinators.combine(ledger, ledger, ledger, ledger).as(Ledgers::new);
  }

  @Provide
  Arbitrary<List<LedgerRow>> rows() {
    Arbitrary<String> keys =
        Arbitraries.of("1/2026-01-31", "1/2026-02-28", "2/2026-01-31", "10/x", "a,\"b\"", "ä\r\n")
            .injectNull(0.05);
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

  private static LedgerFiles files(Ledgers ledgers) throws IOException {
    return new LedgerFiles(
        file("business", ledgers.business()),
        file("external", ledgers.external()),
        file("execution", ledgers.execution()),
        file("due", ledgers.due()));
  }

  private static Optional<Path> file(String name, Optional<List<LedgerRow>> rows)
      throws IOException {
    return rows.isPresent() ? Optional.of(write(name, rows.get())) : Optional.empty();
  }

  private static Path write(String name, List<LedgerRow> rows) throws IOException {
    return Files.writeString(folder.resolve(name + ".csv"), LedgerCsv.write(rows, text -> text));
  }

  /** In the order of first appearance. */
  private static List<ReconciledKey> streamed(LedgerFiles files) throws IOException {
    Map<Long, ReconciledKey> keys = new TreeMap<>();
    StreamedReconciler.reconcile(
        Samples.subject(), files, (key, firstSeen) -> keys.put(firstSeen, key));
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

    assertThat(streamed(files(ledgers)))
        .isEqualTo(Reconciler.reconcile(Samples.subject(), ledgers));
  }
}
