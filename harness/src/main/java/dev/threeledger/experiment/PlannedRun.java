package dev.threeledger.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run that was to be made, as it was registered. */
record PlannedRun(SideName side, String cell, int attempt) {
  private static final Pattern FOLDER = Pattern.compile("([^/]+)/(.+)/([1-9]\\d{0,8})");

  /**
   * Of the folder that was registered for it.
   *
   * @throws RefusedException when no run can stand there
   */
  static PlannedRun of(String folder) throws RefusedException {
    Matcher parts = FOLDER.matcher(folder);
    if (!parts.matches() || SideName.of(parts.group(1)).isEmpty()) {
      throw new RefusedException(
          "refused: %s plans a run in '%s', where none can stand: it was edited"
              .formatted(Registration.FILE, folder));
    }
    return new PlannedRun(
        SideName.of(parts.group(1)).get(), parts.group(2), Integer.parseInt(parts.group(3)));
  }

  /** Its folder below the batch, with {@code /}. */
  String place() {
    return side.folder() + "/" + cell + "/" + attempt;
  }
}
