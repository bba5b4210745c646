package dev.threeledger.replay;

import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.CellOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The five items of a fix, complete. */
public final class ResolutionResult {
  /** Part of the folder's name, beside the failing evidence. */
  private static final String WHY = "resolution";

  private final Resolution.Request said;
  private final Original original;
  private final List<Change> changes;
  private final List<ReplayResult.Run> retests;
  private final List<CellOutcome> normals;
  private final List<String> whyNot;
  private final Instant at;
  private final BatchResult batch;

  ResolutionResult(
      Resolution.Request said,
      Original original,
      List<Change> changes,
      List<ReplayResult.Run> retests,
      List<CellOutcome> normals,
      List<String> whyNot,
      Instant at,
      BatchResult batch) {
    this.said = said;
    this.original = original;
    this.changes = List.copyOf(changes);
    this.retests = List.copyOf(retests);
    this.normals = List.copyOf(normals);
    this.whyNot = List.copyOf(whyNot);
    this.at = at;
    this.batch = batch;
  }

  /** What the person said. */
  Resolution.Request said() {
    return said;
  }

  Original original() {
    return original;
  }

  /** Differences of the subject that can be seen between then and now. */
  List<Change> changes() {
    return changes;
  }

  List<ReplayResult.Run> retests() {
    return retests;
  }

  List<CellOutcome> normals() {
    return normals;
  }

  /** Why it is not resolved, each a sentence; empty: it is. */
  public List<String> whyNot() {
    return whyNot;
  }

  Instant at() {
    return at;
  }

  BatchResult batch() {
    return batch;
  }

  /** True when the original sample and all normal cells pass on a subject that has changed. */
  public boolean resolved() {
    return whyNot.isEmpty();
  }

  /** {@code resolved} or {@code under observation}. */
  public String status() {
    return resolved() ? "resolved" : "under observation";
  }

  /**
   * Writes {@code resolution.json} and {@code resolution.md} into a new folder beside the failing
   * run: {@code 1-resolution-1}.
   *
   * @return that folder
   * @throws IOException when it cannot be written, or the retest's evidence not be read
   */
  public Path write() throws IOException {
    String json = ResolutionJson.text(this);
    RunFolder beside = original.folder().beside(WHY);
    beside.writeNote("resolution.json", json);
    beside.writeNote("resolution.md", ResolutionMarkdown.text(this));
    return beside.path();
  }

  /** For a terminal; ends with a line end. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append("original: ").append(original.shown()).append(", ");
    out.append(Came.of(original.verdict(), original.timeline()).text()).append('\n');
    changes.forEach(change -> out.append("  changed: ").append(change.text()).append('\n'));
    for (ReplayResult.Run run : retests) {
      out.append("  retest: ").append(run.came().text()).append("; ").append(run.path());
      out.append('\n');
    }
    for (CellOutcome outcome : normals) {
      out.append("  normal: ").append(outcome.verdict().verdict()).append(' ');
      out.append(outcome.cell().id()).append('\n');
    }
    whyNot.forEach(why -> out.append("  not resolved: ").append(why).append('\n'));
    return out.append(status()).append('\n').toString();
  }
}
