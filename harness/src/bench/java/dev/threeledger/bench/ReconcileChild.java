package dev.threeledger.bench;

import dev.threeledger.check.Samples;
import dev.threeledger.ledger.LedgerCsv;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.ReconciledKey;
import dev.threeledger.ledger.Reconciler;
import dev.threeledger.ledger.StoredLedger;
import dev.threeledger.ledger.StreamedReconciler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reconciles the files of a folder in a JVM of its own, whose heap the parent bounds; prints
 * milliseconds, peak bytes after collections, keys, and keys that disagree. Arguments: {@code
 * streamed} or {@code memory}, the folder, how often.
 */
public final class ReconcileChild {
  private ReconcileChild() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      long[] counts = new long[2];
      System.gc(); // what the repetition before has left
      try (Heap.Peak peak = new Heap.Peak()) {
        long start = System.nanoTime();
        if (args[0].equals("streamed")) {
          StreamedReconciler.reconcile(
              Samples.subject(), stored(folder), (key, firstSeen) -> count(key, counts));
        } else {
          Reconciler.reconcile(Samples.subject(), ledgers(folder))
              .forEach(key -> count(key, counts));
        }
        double millis = (System.nanoTime() - start) / 1e6;
        System.out.println(millis + " " + peak.bytes() + " " + counts[0] + " " + counts[1]);
      }
    }
  }

  private static void count(ReconciledKey key, long[] counts) {
    counts[0]++;
    counts[1] += key.disagreements().isEmpty() ? 0 : 1;
  }

  private static Ledgers stored(Path folder) throws IOException {
    return new Ledgers(
        Optional.of(new StoredLedger(folder.resolve("business.csv"))),
        Optional.of(new StoredLedger(folder.resolve("external.csv"))),
        Optional.of(new StoredLedger(folder.resolve("execution.csv"))),
        Optional.empty());
  }

  private static Ledgers ledgers(Path folder) throws IOException {
    return new Ledgers(
        Optional.of(LedgerCsv.read(Files.readString(folder.resolve("business.csv")))),
        Optional.of(LedgerCsv.read(Files.readString(folder.resolve("external.csv")))),
        Optional.of(LedgerCsv.read(Files.readString(folder.resolve("execution.csv")))),
        Optional.empty());
  }
}
