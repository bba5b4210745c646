package dev.threeledger.wire;

import dev.threeledger.timeline.Event.RowChanged;
import java.util.List;

/**
 * What a PostgreSQL tap may ask of the database behind it, on a connection of the harness's own.
 */
public interface CommitObserver {

  /** Knows nothing: for taps under test. */
  CommitObserver NONE =
      new CommitObserver() {
        @Override
        public OpenTransaction openTransaction(int port) {
          return new OpenTransaction(null, List.of());
        }

        @Override
        public List<RowChanged> committed(Long xid, long sinceSeq, List<String> tables) {
          return List.of();
        }
      };

  /**
   * The transaction that the backend behind the tap's local port has open now.
   *
   * @param port the tap's local port towards the server
   */
  OpenTransaction openTransaction(int port);

  /**
   * Waits until every change committed so far stands on the timeline, and gives the row changes of
   * one transaction, in order.
   *
   * @param xid its id; null when it was never learnt (autocommit): then the rows of the oldest
   *     transaction that nobody has claimed yet, that appeared after {@code sinceSeq} and touches
   *     one of {@code tables}; it counts as claimed from then on
   */
  List<RowChanged> committed(Long xid, long sinceSeq, List<String> tables);

  /**
   * What is known of an open transaction.
   *
   * @param xid null when it has written nothing
   * @param tables those with a RowExclusiveLock, without schema
   */
  record OpenTransaction(Long xid, List<String> tables) {}
}
