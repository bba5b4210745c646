package dev.threeledger.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 as lower-case hex. */
public final class Digests {
  private Digests() {}

  /** Digest of a text's UTF-8 bytes. */
  public static String ofText(String text) {
    return hex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Digest of a file's bytes. */
  public static String ofFile(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[64 * 1024];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return hex(digest.digest());
  }

  /**
   * Digest of a file, or of a folder: of the lines {@code <digest> <relative path>} of its files,
   * sorted by path.
   */
  public static String ofTree(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return ofFile(path);
    }
    StringBuilder lines = new StringBuilder();
    for (Path file : files(path)) {
      lines.append(ofFile(file)).append("  ").append(relative(path, file)).append('\n');
    }
    return ofText(lines.toString());
  }

  /** All regular files below a folder, sorted by their relative path with {@code /}. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .sorted((a, b) -> relative(folder, a).compareTo(relative(folder, b)))
          .toList();
    }
  }

  /** The path below a folder, with {@code /} whatever the platform. */
  static String relative(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
