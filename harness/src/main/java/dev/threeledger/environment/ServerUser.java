package dev.threeledger.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** As whom PostgreSQL runs: it refuses root. */
enum ServerUser {
  /** As we are. */
  OURSELVES(List.of()),
  /** We are root: in a user namespace of its own root looks like nobody, and files stay ours. */
  NAMESPACE(List.of("unshare", "-U")),
  /** We are root and may not create a namespace: nobody, who must own the files. */
  NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

  private static final int NOBODY_ID = 65534;

  private final List<String> prefix;

  ServerUser(List<String> prefix) {
    this.prefix = prefix;
  }

  /** The one that works on this machine. */
  static ServerUser choose() {
    if (uid() != 0) {
      return OURSELVES;
    }
    if (NAMESPACE.works()) {
      return NAMESPACE;
    }
    if (NOBODY.works()) {
      return NOBODY;
    }
    throw new EnvironmentException(
        "PostgreSQL does not run as root, and neither 'unshare -U' nor 'setpriv --reuid=65534' works"
            + " here; run Threeledger as an ordinary user");
  }

  /** User id of this JVM. */
  static int uid() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read /proc/self", e);
    }
  }

  private boolean works() {
    try {
      return Command.run(line(List.of("true"))).status() == 0;
    } catch (IOException notInstalled) {
      return false;
    }
  }

  /** The command line that runs a command as this user. */
  List<String> line(List<String> command) {
    List<String> line = new ArrayList<>(prefix);
    line.addAll(command);
    return line;
  }

  /** Lets this user reach what is in a folder of ours. */
  void open(Path folder) throws IOException {
    if (this == NOBODY) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }
  }

  /** Gives this user a folder of ours. */
  void give(Path folder) throws IOException {
    if (this == NOBODY) {
      Files.setAttribute(folder, "unix:uid", NOBODY_ID);
      Files.setAttribute(folder, "unix:gid", NOBODY_ID);
    }
  }

  /** True when this user can enter the directory. */
  boolean canEnter(Path directory) {
    if (this != NOBODY) {
      return true;
    }
    try {
      return Command.run(line(List.of("test", "-x", directory.toString()))).status() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
