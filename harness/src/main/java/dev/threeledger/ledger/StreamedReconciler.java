package dev.threeledger.ledger;

import dev.threeledger.scenario.Subject;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@link Reconciler} does, for ledgers of any size: the files are merged by key, and only the
 * rows of one key are in memory. Time grows with the rows, memory with the largest key.
 *
 * <pre>
 *   due.csv        ─ sorted ─┐
 *   execution.csv  ─ sorted ─┤
 *   business.csv   ─ sorted ─┼─► the rows of the lowest key ─► Reconciler ─► receiver
 *   external.csv   ─ sorted ─┘
 * </pre>
 *
 * <p>Ledgers that are {@link StoredLedger stored} stay in their files. One that is not sorted by
 * key is sorted first, on disk, in the directory for temporary files.
 */
public final class StreamedReconciler {
  private StreamedReconciler() {}

  /**
   * Gives what {@link Reconciler#reconcile} gives, in the order of the keys.
   *
   * @throws IOException when a file cannot be read or sorted
   * @throws IllegalArgumentException when a file is no ledger
   */
  public static void reconcile(Subject subject, Ledgers ledgers, Reconciler.Receiver to)
      throws IOException {
    Rules rules = new Rules(subject);
    try (Source due = new Source(ledgers.due());
        Source execution = new Source(ledgers.execution());
        Source business = new Source(ledgers.business());
        Source external = new Source(ledgers.external())) {
      List<Source> sources = List.of(due, execution, business, external);
      for (Source source : sources) {
        source.open();
      }
      while (sources.stream().anyMatch(source -> source.head != null)) {
        String key = lowest(sources);
        for (Source source : sources) {
          source.take(key);
        }
        Ledgers group = new Ledgers(business.rows(), external.rows(), execution.rows(), due.rows());
        Reconciler.each(
            rules,
            group,
            found -> {
              Reconciler.Origin origin = found.origin();
              long place = sources.get(origin.ledger()).places.get(origin.row());
              to.take(found.key(), origin.place(place));
            });
      }
    }
  }

  private static String lowest(List<Source> sources) {
    Source lowest = null;
    for (Source source : sources) {
      if (source.head != null
          && (lowest == null || KeyOrder.KEYS.compare(source.head.key(), lowest.head.key()) < 0)) {
        lowest = source;
      }
    }
    return lowest.head.key();
  }

  /** One ledger: the row that is next, and the rows of the present key. */
  private static final class Source implements Closeable {
    private final Optional<List<LedgerRow>> ledger;
    private SortedRows sorted;
    private LedgerRow head;
    private final List<LedgerRow> rows = new ArrayList<>();
    private final List<Long> places = new ArrayList<>();

    Source(Optional<List<LedgerRow>> ledger) {
      this.ledger = ledger;
    }

    void open() throws IOException {
      if (ledger.isPresent()) {
        sorted =
            ledger.get() instanceof StoredLedger stored
                ? LedgerSort.open(stored.file())
                : LedgerSort.of(ledger.get());
        head = sorted.next();
      }
    }

    void take(String key) throws IOException {
      rows.clear();
      places.clear();
      while (head != null && KeyOrder.KEYS.compare(head.key(), key) == 0) {
        rows.add(head);
        places.add(sorted.place());
        head = sorted.next();
      }
    }

    /** Absent where the ledger is. */
    Optional<List<LedgerRow>> rows() {
      return ledger.map(all -> rows);
    }

    @Override
    public void close() throws IOException {
      if (sorted != null) {
        sorted.close();
      }
    }
  }
}
