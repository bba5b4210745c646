package dev.threeledger.evidence;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Evidence could not be written or read. The message is for people: what, where, and what to do. It
 * is an {@link IOException} so that a writer of evidence can throw it as it is.
 */
public final class EvidenceException extends IOException {
  private final transient Path path;

  EvidenceException(Path path, String message, Throwable cause) {
    super(message, cause);
    this.path = path;
  }

  /** The file or folder concerned. */
  public Path path() {
    return path;
  }

  /** Something could not be written. What was written before is kept. */
  static EvidenceException writing(Path path, IOException cause) {
    if (cause instanceof EvidenceException known) {
      return known;
    }
    return new EvidenceException(path, "cannot write " + path + ": " + reason(path, cause), cause);
  }

  /** Something could not be read. */
  static EvidenceException reading(Path path, Exception cause) {
    if (cause instanceof EvidenceException known) {
      return known;
    }
    String why =
        cause instanceof NoSuchFileException
            ? "there is no such file; is this the folder of a run that came to its end?"
            : cause.getMessage();
    return new EvidenceException(path, "cannot read " + path + ": " + why, cause);
  }

  private static String reason(Path path, IOException cause) {
    String text = String.valueOf(cause.getMessage());
    String lower = text.toLowerCase(Locale.ROOT);
    if (onTheWay(path) != null) {
      return onTheWay(path) + " is a file, not a folder; choose another folder for reports";
    }
    if (cause instanceof FileAlreadyExistsException) {
      return "it is already there, and evidence is never overwritten; start a new run";
    }
    if (cause instanceof AccessDeniedException || lower.contains("read-only file system")) {
      return "permission denied; make the folder writable or choose another folder for reports";
    }
    if (lower.contains("no space left") || lower.contains("quota exceeded")) {
      return "no space left; free some or choose another folder for reports"
          + " (what was written before is kept)";
    }
    if (cause instanceof FileSystemException known) {
      text = known.getReason() == null ? "the file system refuses it" : known.getReason();
    }
    return text + "; what was written before is kept";
  }

  /** A file where a folder should be, or null. */
  private static Path onTheWay(Path path) {
    for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
      if (Files.exists(parent)) {
        return Files.isDirectory(parent) ? null : parent;
      }
    }
    return null;
  }
}
