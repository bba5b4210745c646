package dev.threeledger.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Where an engine is looked for, and what is there: for the message when none answers. */
final class EngineAddress {
  private EngineAddress() {}

  /** Why there is no engine, and what to do. */
  static String none(String reason) {
    return "no Docker engine answers: "
        + String.join("; ", tried(System.getenv(), EngineAddress::state))
        + (reason.isEmpty() ? "" : " (" + reason + ")")
        + ". Start one, or leave --environment out: the default, embedded, needs none";
  }

  /**
   * What was tried, each with what is there.
   *
   * @param environment of this process
   * @param state what is to be said of a socket
   */
  static List<String> tried(Map<String, String> environment, Function<Path, String> state) {
    List<String> tried = new ArrayList<>();
    String named = environment.get("DOCKER_HOST");
    tried.add("DOCKER_HOST is " + (named == null ? "not set" : named));
    List<Path> sockets = new ArrayList<>(List.of(Path.of("/var/run/docker.sock")));
    String runtime = environment.get("XDG_RUNTIME_DIR");
    if (runtime != null) {
      sockets.add(Path.of(runtime, "docker.sock"));
    }
    sockets.forEach(socket -> tried.add(socket + " " + state.apply(socket)));
    return tried;
  }

  private static String state(Path socket) {
    if (!Files.exists(socket)) {
      return "is not there";
    }
    return Files.isWritable(socket)
        ? "is there"
        : "may not be used by " + System.getProperty("user.name") + " (add it to group docker)";
  }
}
