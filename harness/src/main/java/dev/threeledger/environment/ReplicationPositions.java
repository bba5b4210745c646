package dev.threeledger.environment;

/**
 * Where the write-ahead log and its reader stand. LSNs as PostgreSQL writes them, such as {@code
 * 0/1A2B3C4}.
 *
 * @param current end of what was written
 * @param flushed end of what is on disk
 * @param confirmed up to where the row history has confirmed
 * @param lagBytes from {@code confirmed} to {@code current}
 */
public record ReplicationPositions(
    String current, String flushed, String confirmed, long lagBytes) {}
