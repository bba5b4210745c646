package dev.threeledger.report;

import dev.threeledger.timeline.Entry;
import java.util.List;
import java.util.Optional;

/**
 * What the picture of a timeline shows, without any coordinates. Places are seqs of events.
 *
 * @param phases the run's phases, from left to right
 * @param rows from top to bottom
 * @param spans what lasted
 * @param marks what happened at one moment
 * @param lines what was injected, each a numbered vertical line
 * @param deviation seq of the first deviation
 * @param moments every entry that something above stands at, in order
 */
record Picture(
    List<Span> phases,
    List<Row> rows,
    List<Span> spans,
    List<Mark> marks,
    List<Line> lines,
    Optional<Long> deviation,
    List<Entry> moments) {

  /**
   * One line of the picture.
   *
   * @param lane {@code triggers}, {@code worker 1}, or a target
   * @param worker whose doing it shows, or null for all
   */
  record Row(String lane, String worker) {}

  /** What lasted from one event to another. */
  record Span(Row row, Lasting kind, long from, long to, String text) {}

  /** What happened at one event; {@code label} is written beside it where there is room. */
  record Mark(Row row, Shape shape, long seq, String worker, String label, String text) {}

  /** What was injected at one event. */
  record Line(int number, long seq, String label) {}

  /** Kinds of spans, later ones drawn above; their lower-case names are style classes. */
  enum Lasting {
    PHASE,
    TOXIC,
    STARTING,
    ALIVE,
    PAUSED,
    HELD,
    TRANSACTION,
    COMMIT,
    EXCHANGE
  }

  /**
   * Kinds of marks, from the least to the most telling; their lower-case names are style classes.
   */
  enum Shape {
    STATEMENT,
    ANSWER,
    REQUEST,
    ANSWERED,
    TRIGGER,
    ROLLBACK,
    COMMITTED,
    DEDUPLICATED,
    UNDONE,
    EXITED,
    ERROR,
    UNDELIVERED,
    EFFECT
  }
}
