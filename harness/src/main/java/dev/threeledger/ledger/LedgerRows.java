package dev.threeledger.ledger;

import java.io.Closeable;
import java.io.IOException;

/** The rows of one ledger, once, in order. Not safe for threads. */
public interface LedgerRows extends Closeable {

  /**
   * The next row, null after the last.
   *
   * @throws IllegalArgumentException at what is no row
   */
  LedgerRow next() throws IOException;
}
