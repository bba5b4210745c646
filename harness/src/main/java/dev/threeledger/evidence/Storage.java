package dev.threeledger.evidence;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Creates files that are not there yet. */
@FunctionalInterface
interface Storage {
  /**
   * The file system. Not by way of a channel: an interrupt of the writing thread closes a channel
   * (java.nio.channels.InterruptibleChannel), and every later line would be lost.
   */
  Storage DISK =
      file -> {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        return new FileOutputStream(file.toFile());
      };

  /** Opens a new file; fails when there is one already. Its folders are made as needed. */
  OutputStream create(Path file) throws IOException;

  /** Writes a new file in one piece; half of it is not left behind. */
  default void write(Path file, String text) throws EvidenceException {
    boolean created = false;
    try (OutputStream out = create(file)) {
      created = true;
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (created) {
        remove(file);
      }
      throw EvidenceException.writing(file, e);
    }
  }

  private static void remove(Path unfinished) {
    try {
      Files.deleteIfExists(unfinished);
    } catch (IOException stays) {
      // the failure to write it is what is told
    }
  }

  /**
   * Writes something that is not evidence but derived from it, in place of an older one: a reader
   * sees the old or the new one, never half of it.
   */
  static void replace(Path file, byte[] bytes) throws EvidenceException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (OutputStream out = new FileOutputStream(fresh.toFile())) {
        out.write(bytes);
      }
      try {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      remove(fresh);
      throw EvidenceException.writing(file, e);
    }
  }
}
