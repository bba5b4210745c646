package dev.threeledger.evidence;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Creates files that are not there yet. */
@FunctionalInterface
interface Storage {
  /** The file system. */
  Storage DISK =
      file -> {
        Files.createDirectories(file.getParent());
        return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      };

  /** Opens a new file; fails when there is one already. Its folders are made as needed. */
  OutputStream create(Path file) throws IOException;

  /** Writes a new file in one piece. */
  default void write(Path file, String text) throws EvidenceException {
    try (OutputStream out = create(file)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw EvidenceException.writing(file, e);
    }
  }

  /**
   * Writes something that is not evidence but derived from it, in place of an older one: a reader
   * sees the old or the new one, never half of it.
   */
  static void replace(Path file, byte[] bytes) throws EvidenceException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.write(fresh, bytes);
      try {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw EvidenceException.writing(file, e);
    }
  }
}
