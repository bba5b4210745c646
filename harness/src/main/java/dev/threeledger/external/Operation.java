package dev.threeledger.external;

/**
 * What one operation of an outside system does.
 *
 * @param name {@code <system>.<operation>}
 * @param effect kind of effect, such as {@code charge}; null for a question
 * @param key where the idempotency key stands, or null
 * @param businessKey where the business key stands, or null
 * @param amount where the amount stands, or null
 * @param deduplicates a repeated key is an attempt, not an effect
 * @param idPrefix of the ids of its effects
 * @param repeatStatus status of the answer to a repeat
 * @param undoes which earlier effect it undoes, or null
 * @param finds which effect it asks for, or null
 */
record Operation(
    String name,
    String effect,
    Expression key,
    Expression businessKey,
    Expression amount,
    boolean deduplicates,
    String idPrefix,
    int repeatStatus,
    Reference undoes,
    Reference finds) {

  /** Points at an earlier effect of an operation. */
  record Reference(String operation, By by, Expression value) {}

  /** What an earlier effect is known by. */
  enum By {
    /** The effect's id. */
    ID,
    /** The idempotency key under which it was applied. */
    KEY
  }

  String system() {
    return name.substring(0, name.indexOf('.'));
  }

  static String read(Expression expression, Incoming incoming) {
    return expression == null ? null : expression.read(incoming);
  }
}
