package dev.threeledger.ledger;

import java.util.List;

/**
 * The three ledgers side by side for one key and kind.
 *
 * @param kind of the execution, such as {@code statement}
 * @param due true when the key is on the independently computed list, false when not, null when
 *     there is no list
 * @param business rows with this key and kind
 * @param external effects with this key of the operations that reconcile with the kind
 * @param execution rows with this key and kind
 * @param disagreements each one a sentence, in a fixed order; empty: the three agree
 */
public record ReconciledKey(
    String key,
    String kind,
    Boolean due,
    List<LedgerRow> business,
    List<LedgerRow> external,
    List<LedgerRow> execution,
    List<Disagreement> disagreements) {
  public ReconciledKey {
    business = List.copyOf(business);
    external = List.copyOf(external);
    execution = List.copyOf(execution);
    disagreements = List.copyOf(disagreements);
  }

  /**
   * How the ledgers contradict each other.
   *
   * @param kind which contradiction
   * @param message one sentence with the values
   */
  public record Disagreement(Kind kind, String message) {}

  /** The contradictions that are told apart. */
  public enum Kind {
    /** The execution says done; the effect is not there. */
    DONE_WITHOUT_EFFECT,
    /** The effect is there; no execution says done, and none asks for a human. */
    EFFECT_WITHOUT_DONE,
    /** The execution says done; the business row is not there. */
    DONE_WITHOUT_BUSINESS,
    /** The business row is there; no execution has a row at all. */
    BUSINESS_WITHOUT_EXECUTION,
    /** More business rows than there may be. */
    TOO_MANY_BUSINESS_ROWS,
    /** More effects hold than there may be. */
    TOO_MANY_EFFECTS,
    /** The amounts differ. */
    AMOUNT_DIFFERS,
    /** More than one execution row for a key. */
    TOO_MANY_EXECUTIONS,
    /** The execution is in a state that the subject does not list. */
    UNKNOWN_STATE
  }
}
