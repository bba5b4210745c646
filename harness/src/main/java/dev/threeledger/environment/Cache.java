package dev.threeledger.environment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Folders that are built once and then only read, by several JVMs at a time.
 *
 * <pre>
 * 1. no folder "name"         → take the lock on "name.lock" (other JVMs, other threads wait here)
 * 2. still no folder          → remove what an interrupted builder left, build ".name.building"
 * 3. rename it to "name"      → atomic: the folder is complete whenever it is there
 * </pre>
 */
final class Cache {
  private static final Object ONE_THREAD_PER_JVM = new Object();

  private final Path root;

  private Cache(Path root) {
    this.root = root;
  }

  /** Fills a new, empty folder. */
  interface Builder {
    void build(Path folder) throws IOException;
  }

  /** A cache in this directory, which is created if need be. */
  static Cache in(Path directory) {
    try {
      return new Cache(Files.createDirectories(directory.toAbsolutePath()));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot create the cache directory "
              + directory
              + ": "
              + e
              + "; choose another one or set XDG_CACHE_HOME",
          e);
    }
  }

  /**
   * {@code threeledger} below {@code XDG_CACHE_HOME} or {@code ~/.cache}; where that cannot be
   * written, a folder of this user's below the temp directory.
   */
  static Path defaultDirectory(Map<String, String> environment, Path temp) {
    String cacheHome = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
    Path base = cacheHome.isBlank() ? Path.of(home, ".cache") : Path.of(cacheHome);
    if (base.isAbsolute() && writable(base.resolve("threeledger"))) {
      return base.resolve("threeledger");
    }
    return ownFolder(temp.resolve("threeledger-" + ServerUser.uid()));
  }

  private static boolean writable(Path directory) {
    try {
      return Files.isWritable(Files.createDirectories(directory));
    } catch (IOException e) {
      return false;
    }
  }

  /** The temp directory is everybody's: a folder that somebody else made is not used. */
  static Path ownFolder(Path folder) {
    try {
      if (!Files.exists(folder)) {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      }
      if (!Files.getAttribute(folder, "unix:uid").equals(ServerUser.uid())) {
        throw new EnvironmentException(
            folder + " belongs to somebody else; set XDG_CACHE_HOME to a directory of yours");
      }
      return folder;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write " + folder + ": " + e + "; set XDG_CACHE_HOME to a directory of yours", e);
    }
  }

  /** The complete folder of this name; builds it when it is not there. */
  Path once(String name, Builder builder) throws IOException {
    Path folder = root.resolve(name);
    if (Files.isDirectory(folder)) {
      return folder;
    }
    synchronized (ONE_THREAD_PER_JVM) {
      try (FileChannel lockFile = openLock(root.resolve(name + ".lock"));
          FileLock lock = lockFile.lock()) {
        if (!Files.isDirectory(folder)) {
          build(name, folder, builder);
        }
        return folder;
      }
    }
  }

  private static FileChannel openLock(Path file) {
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the cache directory "
              + file.getParent()
              + ": "
              + e
              + "; choose another one or set XDG_CACHE_HOME",
          e);
    }
  }

  private void build(String name, Path folder, Builder builder) throws IOException {
    Path unfinished = root.resolve("." + name + ".building");
    Folders.delete(unfinished);
    Files.createDirectory(unfinished);
    try {
      builder.build(unfinished);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(unfinished);
    }
  }
}
