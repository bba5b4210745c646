package dev.threeledger.subject;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a worker's log, for diagnoses. */
final class LogTail {
  private static final int BYTES = 8192;
  private static final int LINES = 12;

  private LogTail() {}

  /** The last lines, each indented, or a sentence that there are none. */
  static String of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - BYTES);
      byte[] end = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(end);
      List<String> lines = new String(end, StandardCharsets.UTF_8).strip().lines().toList();
      if (lines.isEmpty()) {
        return "it wrote nothing to its log " + log;
      }
      List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
      return "last lines of " + log + ":\n    " + String.join("\n    ", last);
    } catch (IOException e) {
      return "its log " + log + " cannot be read: " + e.getMessage();
    }
  }
}
