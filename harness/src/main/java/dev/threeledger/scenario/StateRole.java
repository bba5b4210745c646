package dev.threeledger.scenario;

/** What a subject's state means, whatever its name. */
public enum StateRole {
  /** Somebody holds it and works. */
  ACTIVE,
  /** Nobody holds it; it will be picked up. */
  WAITING,
  /** Finished, its effects in place. */
  DONE,
  /** Finished, its effects undone. */
  UNDONE,
  /** A human must look. */
  MANUAL;

  /** As written in YAML. */
  public String yamlName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** True for states after which the subject does nothing more by itself. */
  public boolean ended() {
    return this == DONE || this == UNDONE || this == MANUAL;
  }
}
