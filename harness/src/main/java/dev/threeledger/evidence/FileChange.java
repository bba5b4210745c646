package dev.threeledger.evidence;

/**
 * A difference between a run's folder and its SHA256SUMS.
 *
 * @param file relative to the run's folder
 */
public record FileChange(String file, Kind kind) {

  /** What happened to the file since the folder was sealed. */
  public enum Kind {
    /** Its bytes differ. */
    CHANGED,
    /** It is listed and not there. */
    MISSING,
    /** It is there and not listed. */
    ADDED
  }

  /** {@code timeline.jsonl was changed}. */
  public String text() {
    return file
        + switch (kind) {
          case CHANGED -> " was changed";
          case MISSING -> " is missing";
          case ADDED -> " was added";
        };
  }
}
