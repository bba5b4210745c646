package dev.threeledger.wire.postgres;

import java.util.List;

/**
 * What a connection is to do next, in order. Reporting and asking may block; that is why they are
 * handed out as steps instead of being done while a message is understood.
 */
sealed interface Step {

  /**
   * What came of some bytes. Steps must be carried out before further bytes are given.
   *
   * @param length how many bytes were taken, from the beginning
   */
  record Taken(int length, List<Step> steps) {}

  /** The gate is asked before the statement is forwarded. */
  record AskStatement(SentStatement statement) implements Step {}

  /** A commit is reported and the gate asked before the message that brings it is forwarded. */
  record AskCommit(Transaction transaction) implements Step {}

  /**
   * Bytes go on their way.
   *
   * @param commits those whose commit is brought by these bytes
   */
  record Forward(byte[] bytes, List<Transaction> commits) implements Step {}

  /**
   * An answer is complete: the ends of transactions are reported, the gate is asked, and then the
   * bytes go on their way.
   *
   * @param ended transactions that this answer ends, in order
   * @param answered statements that this answer answers, in order
   */
  record Answer(List<Transaction> ended, List<SentStatement> answered, byte[] bytes)
      implements Step {}
}
