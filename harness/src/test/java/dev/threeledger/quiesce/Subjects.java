package dev.threeledger.quiesce;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A subject whose state of a key stands in the table run. */
final class Subjects {
  private Subjects() {}

  static Subject fenced() {
    return new Subject(
        "subject",
        Path.of("."),
        null,
        List.of("true"),
        List.of(),
        List.of(),
        Map.of(),
        new Subject.Ready("http://127.0.0.1:1/", Duration.ofSeconds(1)),
        Map.of(),
        "TERM",
        Duration.ofSeconds(1),
        Map.of(),
        Map.of(),
        Map.of("run", List.of("key")),
        new Subject.Fencing("run", List.of("key"), "token", "holder", "state"),
        "SELECT 1",
        "SELECT 1",
        Map.of(),
        Map.of("RUNNING", StateRole.ACTIVE, "DONE", StateRole.DONE),
        Map.of(),
        null,
        List.of(),
        Subject.Promises.NONE,
        Path.of("subject.yaml"));
  }
}
