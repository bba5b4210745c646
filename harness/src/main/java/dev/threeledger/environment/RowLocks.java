package dev.threeledger.environment;

import java.time.Duration;
import java.util.Optional;

/**
 * Locks rows of business keys, and waits for others behind a worker. The database never ends this
 * session's transaction to resolve a deadlock. Closing rolls back.
 */
public interface RowLocks extends AutoCloseable {
  /** Process id of the session's backend. */
  int pid();

  /**
   * Locks the key's rows of a table; returns their number.
   *
   * @throws RuntimeException when they cannot be locked within that time, or not be told by the key
   */
  int lock(String table, String key, Duration within);

  /** Begins to wait for the key's rows of a table. */
  void want(String table, String key);

  /**
   * What the session waits for as soon as it waits behind the worker's connection, as the database
   * lists it; empty when it does not within that time.
   */
  Optional<String> awaitBehindWorker(Duration within) throws InterruptedException;

  /**
   * How the wait ended: true when the session got the rows, false when the database ended its
   * transaction; empty when neither within that time.
   */
  Optional<Boolean> awaitWanted(Duration within) throws InterruptedException;

  @Override
  void close();
}
