package dev.threeledger.environment;

import java.util.List;
import org.postgresql.replication.LogSequenceNumber;

/**
 * Where the write-ahead log and its readers stand. LSNs as PostgreSQL writes them, such as {@code
 * 0/1A2B3C4}.
 *
 * @param current end of what was written
 * @param flushed end of what is on disk
 * @param confirmed up to where the row history has confirmed
 * @param lagBytes from {@code confirmed} to {@code current}
 * @param slots every replication slot of the run's database, by name
 */
public record ReplicationPositions(
    String current, String flushed, String confirmed, long lagBytes, List<Slot> slots) {
  public ReplicationPositions {
    slots = List.copyOf(slots);
  }

  /**
   * A replication slot.
   *
   * @param active somebody reads it
   * @param flushLagBytes from what its reader has confirmed to the end of the log
   * @param replayLagBytes from what its reader says that it has applied to the end of the log; null
   *     when nobody reads it
   */
  public record Slot(String name, boolean active, Long flushLagBytes, Long replayLagBytes) {}

  /** Bytes that the whole server wrote between the two. */
  public long bytesSince(ReplicationPositions earlier) {
    return LogSequenceNumber.valueOf(current).asLong()
        - LogSequenceNumber.valueOf(earlier.current).asLong();
  }
}
