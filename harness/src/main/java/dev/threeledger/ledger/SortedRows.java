package dev.threeledger.ledger;

import java.io.Closeable;
import java.io.IOException;

/**
 * The rows of one ledger by key, null first, then as {@link String#compareTo} orders them; rows of
 * one key in the order of the ledger. Not safe for threads.
 */
interface SortedRows extends Closeable {

  /** The next row, null after the last. */
  LedgerRow next() throws IOException;

  /** Where the row that was given last stands in the ledger, from 0. */
  long place();
}
