package dev.threeledger.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The example files of both formats. */
public final class Formats {
  private static final Path MODULE =
      Path.of(Files.isDirectory(Path.of("src/test")) ? "" : "harness");
  public static final Path DIRECTORY = MODULE.resolve("src/test/resources/formats");
  public static final Path SUBJECT = DIRECTORY.resolve("subject.yaml");
  public static final Path SCENARIOS = DIRECTORY.resolve("scenarios");
  public static final Path CRASH = SCENARIOS.resolve("crash-after-commit.yaml");
  public static final Set<String> OPERATIONS =
      Set.of("payments.charge", "payments.find", "payments.refund");
  public static final List<String> CHECKS =
      List.of("at-most-one-effect", "no-silent-loss", "stable-key");

  private Formats() {}

  /** The same subject, with workers that are containers. */
  public static Subject inContainers(Subject subject) {
    return new Subject(
        subject.name(),
        subject.directory(),
        "example/executor:1",
        subject.command(),
        subject.prepare(),
        subject.prepareSettings(),
        subject.environment(),
        subject.ready(),
        subject.triggers(),
        subject.stopSignal(),
        subject.stopWithin(),
        subject.settings(),
        subject.periodic(),
        subject.history(),
        subject.fencing(),
        subject.businessSql(),
        subject.executionSql(),
        subject.reconcile(),
        subject.states(),
        subject.transitions(),
        subject.retry(),
        subject.secretsAllowed(),
        subject.promises(),
        subject.file());
  }

  public static Subject subject() {
    try {
      return SubjectFile.load(SUBJECT, OPERATIONS);
    } catch (ProblemsException e) {
      throw new AssertionError(e.text(), e);
    }
  }
}
