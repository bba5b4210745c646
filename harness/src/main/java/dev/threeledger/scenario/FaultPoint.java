package dev.threeledger.scenario;

/**
 * A moment at which a fault can strike: an event and which occurrence of it. Occurrences are
 * counted from 1, per key and among the events that satisfy all other conditions. A null component
 * means any.
 */
public sealed interface FaultPoint {

  /** Only events of this worker, or null. */
  String worker();

  /** Only events of this business key, or null. */
  String key();

  /** Which of the matching events, from 1. */
  int occurrence();

  /** As in the scenario, for messages and reports. */
  String text();

  /**
   * {@code db: statement}: before it is forwarded, or after its answer arrived.
   *
   * @param writes table that the statement names after INSERT INTO, UPDATE, DELETE FROM, MERGE INTO
   *     or COPY, or null
   * @param command first word of the statement, lower case, or null
   */
  record Statement(String writes, String command, String worker, String key, int occurrence)
      implements FaultPoint {
    @Override
    public String text() {
      return Texts.point(
              "db: statement", "writes", writes, "command", command, "key", key, "worker", worker)
          + Texts.occurrence(occurrence);
    }
  }

  /**
   * {@code db: commit}: before the commit is forwarded, or after the database acknowledged it.
   *
   * @param wrote table of which at least one row changed, or null
   * @param state role of the state to which such a row came from another, or null; then {@code
   *     wrote} is the subject's fencing table
   */
  record Commit(String wrote, StateRole state, String worker, String key, int occurrence)
      implements FaultPoint {

    /** A commit that may bring a row to any state, or none. */
    public Commit(String wrote, String worker, String key, int occurrence) {
      this(wrote, null, worker, key, occurrence);
    }

    @Override
    public String text() {
      String role = state == null ? null : state.yamlName();
      return Texts.point("db: commit", "wrote", wrote, "state", role, "key", key, "worker", worker)
          + Texts.occurrence(occurrence);
    }
  }

  /**
   * {@code http: <operation>}.
   *
   * @param operation such as {@code payments.charge}
   * @param at which step of the exchange
   */
  record Http(String operation, HttpStep at, String worker, String key, int occurrence)
      implements FaultPoint {
    @Override
    public String text() {
      return Texts.point("http: " + operation, "at", at.yamlName(), "key", key, "worker", worker)
          + Texts.occurrence(occurrence);
    }
  }

  /** {@code trigger: sent}: just before, or just after, a trigger leaves. */
  record TriggerSent(String worker, String key, int occurrence) implements FaultPoint {
    @Override
    public String text() {
      return Texts.point("trigger: sent", "key", key, "worker", worker)
          + Texts.occurrence(occurrence);
    }
  }

  /** Steps of an exchange with an outside system, in order. */
  enum HttpStep {
    /** The partner received the request; before: nothing has been decided. */
    REQUEST,
    /** The partner carries the effect out; before: it has not, after: it has. */
    EFFECT,
    /** The answer is about to leave (before) or its last byte has left (after). */
    ANSWER;

    /** As written in YAML. */
    public String yamlName() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
