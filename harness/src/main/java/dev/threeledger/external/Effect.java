package dev.threeledger.external;

/**
 * Something the partner did, at the moment it did it. Immutable but for what undid it, which the
 * ledger's lock guards.
 */
final class Effect {
  final String id;
  final Operation operation;
  final Asked asked;
  final String worker;
  final long request;
  final long atNanos;
  final Effect undoes;
  private String undoneBy;

  Effect(
      String id,
      Operation operation,
      Asked asked,
      String worker,
      long request,
      long atNanos,
      Effect undoes) {
    this.id = id;
    this.operation = operation;
    this.asked = asked;
    this.worker = worker;
    this.request = request;
    this.atNanos = atNanos;
    this.undoes = undoes;
  }

  /** Id of the effect that undid it first, or null. */
  String undoneBy() {
    return undoneBy;
  }

  void undoneBy(String id) {
    if (undoneBy == null) {
      undoneBy = id;
    }
  }
}
