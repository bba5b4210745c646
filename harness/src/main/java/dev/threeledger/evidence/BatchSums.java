package dev.threeledger.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA256SUMS of a batch that was registered before it ran: what was registered, what ended it, and
 * the SHA256SUMS of every run, sorted, in the form that {@code sha256sum -c} reads. Verdicts and
 * reports are functions of these and are not among them.
 */
public final class BatchSums {
  /** Files of the batch itself that are evidence, where they are there. */
  private static final List<String> OWN =
      List.of("experiment.yaml", "registered.json", "stopped.json");

  private BatchSums() {}

  /**
   * Writes SHA256SUMS, once, when every run has ended.
   *
   * @return its digest, to be kept outside the folder
   */
  public static String write(BatchFolder batch) throws EvidenceException {
    String text = text(now(batch));
    Storage.DISK.write(batch.path().resolve(Sums.FILE), text);
    return Digests.ofText(text);
  }

  /**
   * The digest of SHA256SUMS as it is, or, where there is none yet, as it would be. An edited
   * SHA256SUMS, of the batch or of a run, gives another.
   */
  public static String digest(BatchFolder batch) throws EvidenceException {
    Path file = batch.path().resolve(Sums.FILE);
    try {
      return Files.exists(file) ? Digests.ofFile(file) : Digests.ofText(text(now(batch)));
    } catch (IOException e) {
      throw EvidenceException.reading(file, e);
    }
  }

  /** True when the batch has a SHA256SUMS. */
  public static boolean sealed(BatchFolder batch) {
    return Files.isRegularFile(batch.path().resolve(Sums.FILE));
  }

  /** What differs from SHA256SUMS, sorted by file; the batch must have one. */
  public static List<FileChange> changes(BatchFolder batch) throws EvidenceException {
    Path file = batch.path().resolve(Sums.FILE);
    try {
      return Sums.changes(Sums.read(Files.readString(file)), now(batch));
    } catch (IOException e) {
      throw EvidenceException.reading(file, e);
    }
  }

  private static String text(Map<String, String> digests) {
    StringBuilder text = new StringBuilder();
    digests.forEach((file, digest) -> text.append(digest).append("  ").append(file).append('\n'));
    return text.toString();
  }

  private static Map<String, String> now(BatchFolder batch) throws EvidenceException {
    List<Path> files = new ArrayList<>();
    OWN.forEach(name -> files.add(batch.path().resolve(name)));
    for (RunFolder run : batch.runs()) {
      files.add(run.path().resolve(Sums.FILE));
    }
    Map<String, String> digests = new TreeMap<>();
    for (Path file : files) {
      try {
        if (Files.isRegularFile(file)) {
          digests.put(Digests.relative(batch.path(), file), Digests.ofFile(file));
        }
      } catch (IOException e) {
        throw EvidenceException.reading(file, e);
      }
    }
    return digests;
  }
}
