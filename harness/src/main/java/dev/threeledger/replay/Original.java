package dev.threeledger.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.Rejudge;
import dev.threeledger.run.Surroundings;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RunStarted;
import dev.threeledger.verdict.CellVerdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The recorded run, its evidence verified and judged again from the folder alone.
 *
 * @param digest of its SHA256SUMS
 * @param environment its {@code environment.json}
 * @param seed of the cell
 * @param verdict by this Threeledger's checks
 */
record Original(
    RunFolder folder,
    RunAsked asked,
    String digest,
    JsonNode environment,
    Subject subject,
    List<Entry> timeline,
    long seed,
    CellVerdict verdict) {
  private static final String OUTSIDE = "scenarios/external";

  /**
   * Reads and verifies it.
   *
   * @throws RefusedException when the evidence was edited, was never sealed, or ends before its
   *     first event
   * @throws EvidenceException when it cannot be read
   */
  static Original read(Path path) throws RefusedException, EvidenceException {
    RunFolder folder = RunFolder.open(path);
    String shown = Surroundings.shown(path).toString();
    String digest =
        folder
            .digest()
            .orElseThrow(
                () ->
                    new RefusedException(
                        shown + " was never sealed: it has no SHA256SUMS; nothing was run"));
    List<FileChange> edited = folder.verify();
    if (!edited.isEmpty()) {
      throw new RefusedException(
          edited.stream()
              .map(FileChange::text)
              .collect(
                  Collectors.joining(
                      "; ",
                      shown + " is not the evidence that was sealed: ",
                      "; nothing was run")));
    }
    try {
      CellVerdict verdict = Rejudge.recheck(folder).now();
      RunAsked asked = folder.readRun();
      List<Entry> timeline = folder.readTimeline();
      if (timeline.isEmpty() || !(timeline.get(0).event() instanceof RunStarted started)) {
        throw new RefusedException(shown + " has no timeline; nothing was run");
      }
      return new Original(
          folder,
          asked,
          digest,
          folder.readEnvironment(),
          SubjectFile.fromTree(asked.subject(), Path.of(asked.subjectFile())),
          timeline,
          started.seed(),
          verdict);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          shown
              + " was written by another version of Threeledger: "
              + e.getMessage()
              + "; nothing was run");
    }
  }

  /** As a user would write it. */
  String shown() {
    return Surroundings.shown(folder.path()).toString();
  }

  /** False when its faults were armed and never struck. */
  boolean injected() {
    return !asked.options().contains("--no-inject");
  }

  /**
   * Directory of its outside systems.
   *
   * @throws RefusedException when there is none any more
   */
  Path outside() throws RefusedException {
    List<String> options = asked.options();
    int named = options.indexOf("--outside");
    String place =
        environment
            .at("/digests/outside/path")
            .asText(named < 0 ? OUTSIDE : options.get(named + 1));
    if (!Files.isDirectory(Path.of(place))) {
      throw new RefusedException(
          "the outside systems of "
              + shown()
              + " stood in "
              + place
              + ", which is not there;"
              + " go to the directory where it was run; nothing was run");
    }
    return Path.of(place);
  }

  /** {@code name=value} that stood on its command line, in order. */
  List<String> sets() {
    List<String> options = asked.options();
    return java.util.stream.IntStream.range(1, options.size())
        .filter(i -> options.get(i - 1).equals("--set"))
        .mapToObj(options::get)
        .toList();
  }
}
