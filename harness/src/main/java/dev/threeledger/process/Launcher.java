package dev.threeledger.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts commands: as processes of this machine, or in containers. */
public interface Launcher {
  /**
   * Starts a command. Returns when its process exists.
   *
   * @param name {@code 1} for worker 1, {@code prepare}
   * @param command program and arguments
   * @param environment its variables
   * @param log where its output is appended
   * @throws IOException when it cannot be started; the message says why
   */
  Child start(String name, List<String> command, Map<String, String> environment, Path log)
      throws IOException;

  /** As processes of this machine, with this working directory. */
  static Launcher processes(Path directory) {
    return (name, command, environment, log) ->
        LeashedProcess.start(command, directory, environment, log);
  }
}
