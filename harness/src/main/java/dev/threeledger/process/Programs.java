package dev.threeledger.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a program the way that exec would, to say beforehand what is wrong with a command line. */
final class Programs {
  private Programs() {}

  /** Passes when the program can be executed. */
  static void check(String program, Path directory, String path) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException(
          "cannot start '" + program + "': the directory " + directory + " does not exist");
    }
    if (program.contains("/")) {
      checkFile(program, directory.resolve(program));
    } else if (!onPath(program, directory, path)) {
      throw new IOException(
          "cannot start '"
              + program
              + "': no such program on the PATH "
              + path
              + "; install it or write its full path");
    }
  }

  private static void checkFile(String program, Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException("cannot start '" + program + "': " + file + " does not exist");
    }
    if (Files.isDirectory(file) || !Files.isExecutable(file)) {
      throw new IOException(
          "cannot start '" + program + "': " + file + " is not an executable file (chmod +x?)");
    }
  }

  private static boolean onPath(String program, Path directory, String path) {
    for (String entry : path.split(File.pathSeparator, -1)) {
      Path file = directory.resolve(entry).resolve(program);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return true;
      }
    }
    return false;
  }
}
