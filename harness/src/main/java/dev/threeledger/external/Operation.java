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

  /**
   * Points at an earlier effect of an operation.
   *
   * @param id where the effect's id stands, or null
   * @param key where the idempotency key stands under which it was applied, or null; at least one
   *     of the two
   * @param absent what an undo of a key of which nothing is known comes to
   */
  record Reference(String operation, Expression id, Expression key, Absent absent) {

    /** What a request says of the effect; the id counts where it names both. */
    Pointer read(Incoming incoming) {
      return new Pointer(Operation.read(id, incoming), Operation.read(key, incoming));
    }
  }

  /**
   * How a request names an earlier effect.
   *
   * @param id or null
   * @param key or null
   */
  record Pointer(String id, String key) {
    @Override
    public String toString() {
      return id == null ? "under key " + key : id;
    }
  }

  /** What an undo of a key of which nothing is known comes to. */
  enum Absent {
    /** 404. */
    REFUSE,
    /** 200; a request that arrives later under that key is refused. */
    TOMBSTONE
  }

  String system() {
    return name.substring(0, name.indexOf('.'));
  }

  static String read(Expression expression, Incoming incoming) {
    return expression == null ? null : expression.read(incoming);
  }
}
