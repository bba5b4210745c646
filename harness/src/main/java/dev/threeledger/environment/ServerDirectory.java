package dev.threeledger.environment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The temp directory of one server. A lock in it is held as long as its JVM lives, so that a later
 * start can remove what a killed JVM left behind.
 */
final class ServerDirectory implements AutoCloseable {
  private static final String PREFIX = "threeledger-postgres-";
  private static final String LOCK = "owner.lock";
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long PLENTY_BYTES = 2L << 30;

  /** Closing any channel of a file would give up this JVM's lock on it, so ours are not probed. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;

  private ServerDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Creates one in the usual place. */
  static ServerDirectory create() throws IOException {
    Path temp =
        place(
            System.getenv("TMPDIR"), Path.of(System.getProperty("java.io.tmpdir")), SHARED_MEMORY);
    removeAbandoned(temp);
    Path path = Files.createTempDirectory(temp, PREFIX);
    OURS.add(path);
    // Locked before it has the name that others probe.
    Path unnamed = path.resolve(LOCK + ".new");
    FileChannel lock =
        FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    lock.lock();
    Files.move(unnamed, path.resolve(LOCK));
    return new ServerDirectory(path, lock);
  }

  /**
   * Where the user says, by TMPDIR or {@code java.io.tmpdir}; without that in memory, where there
   * is plenty: on a busy disk a fresh database takes half a second instead of 30 ms.
   */
  static Path place(String chosen, Path temp, Path memory) {
    if (chosen != null && Files.isDirectory(Path.of(chosen))) {
      return Path.of(chosen);
    }
    boolean usual = temp.equals(Path.of("/tmp"));
    return usual && roomy(memory) ? memory : temp;
  }

  private static boolean roomy(Path directory) {
    try {
      return Files.isWritable(directory)
          && Files.getFileStore(directory).getUsableSpace() >= PLENTY_BYTES;
    } catch (IOException notThere) {
      return false;
    }
  }

  Path path() {
    return path;
  }

  private static void removeAbandoned(Path temp) throws IOException {
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(temp, PREFIX + "*")) {
      for (Path directory : directories) {
        if (!OURS.contains(directory)) {
          removeIfAbandoned(directory);
        }
      }
    }
  }

  private static void removeIfAbandoned(Path directory) {
    Path file = directory.resolve(LOCK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      if (free != null) {
        Folders.delete(directory);
      }
    } catch (IOException | OverlappingFileLockException notOurs) {
      // Somebody else's, just being made, or just being removed.
    }
  }

  /** Removes the directory. */
  @Override
  public void close() throws IOException {
    try {
      Folders.delete(path);
    } finally {
      lock.close();
      OURS.remove(path);
    }
  }
}
