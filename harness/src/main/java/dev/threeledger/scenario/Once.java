package dev.threeledger.scenario;

/** The condition of a trigger: in which role its key's row must stand for it to leave. */
public enum Once {
  /** Somebody holds the key and works. */
  ACTIVE,
  /** Nobody holds it; it will be picked up. */
  WAITING,
  /** Finished, its effects in place. */
  DONE,
  /** Finished, its effects undone. */
  UNDONE,
  /** A human must look. */
  MANUAL,
  /** Any of done, undone and manual. */
  ENDED;

  /** As written in YAML. */
  public String yamlName() {
    return Words.of(this);
  }

  /** True when a row in this role fulfils the condition. */
  public boolean holds(StateRole role) {
    return switch (this) {
      case ACTIVE -> role == StateRole.ACTIVE;
      case WAITING -> role == StateRole.WAITING;
      case DONE -> role == StateRole.DONE;
      case UNDONE -> role == StateRole.UNDONE;
      case MANUAL -> role == StateRole.MANUAL;
      case ENDED -> role.ended();
    };
  }
}
