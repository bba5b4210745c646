package dev.threeledger.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The rows of a file that is too large to be kept in memory: each pass reads the file again, which
 * must not change. Unmodifiable. Meant for passes; {@link #get} reads from the beginning.
 *
 * <p>A pass throws {@link UncheckedIOException} when the file cannot be read.
 */
public final class StoredLedger extends AbstractList<LedgerRow> {
  private final Path file;
  private final int size;

  /**
   * Reads the file once.
   *
   * @throws IOException when it cannot be read
   * @throws IllegalArgumentException when it is no ledger
   */
  public StoredLedger(Path file) throws IOException {
    this.file = file;
    int rows = 0;
    try (LedgerRows all = LedgerCsv.open(file)) {
      while (all.next() != null) {
        rows++;
      }
    }
    size = rows;
  }

  /** The file. */
  Path file() {
    return file;
  }

  @Override
  public LedgerRow get(int index) {
    Iterator<LedgerRow> rows = iterator();
    for (int i = 0; i < index; i++) {
      rows.next();
    }
    return rows.next();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Iterator<LedgerRow> iterator() {
    try {
      return new Pass(LedgerCsv.open(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /** Closes the file at its end; a pass that is given up leaves that to the collector. */
  private final class Pass implements Iterator<LedgerRow> {
    private final LedgerRows rows;
    private LedgerRow next;

    Pass(LedgerRows rows) {
      this.rows = rows;
      advance();
    }

    private void advance() {
      try {
        next = rows.next();
        if (next == null) {
          rows.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(file + " cannot be read", e);
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public LedgerRow next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      LedgerRow row = next;
      advance();
      return row;
    }
  }
}
