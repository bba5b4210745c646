package dev.threeledger.evidence;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Masks what a process wrote into a file by itself. Line by line: a value that is broken over two
 * lines is not recognised. Lines without a secret keep their bytes, whatever they are.
 */
final class LogMasking {
  private LogMasking() {}

  /** Masks a file that nobody writes any more; it is touched only when there is a secret in it. */
  static void mask(Path folder, Path log, Masker masker) throws EvidenceException {
    try {
      byte[] bytes = Files.readAllBytes(log);
      ByteArrayOutputStream masked = new ByteArrayOutputStream(bytes.length);
      boolean found = false;
      for (int from = 0; from < bytes.length; ) {
        int end = lineEnd(bytes, from);
        String line = new String(bytes, from, end - from, StandardCharsets.UTF_8);
        String clean = masker.text(Digests.relative(folder, log), line);
        if (clean.equals(line)) {
          masked.write(bytes, from, end - from);
        } else {
          found = true;
          masked.writeBytes(clean.getBytes(StandardCharsets.UTF_8));
        }
        from = end;
      }
      if (found) {
        Storage.replace(log, masked.toByteArray());
      }
    } catch (IOException e) {
      throw EvidenceException.writing(log, e);
    }
  }

  private static int lineEnd(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, bytes.length);
  }
}
