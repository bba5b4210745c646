package dev.threeledger.run;

import dev.threeledger.evidence.EnvironmentRecord;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.Subject;
import java.nio.file.Path;
import java.util.Optional;

/** What a run stands on, as it is recorded before a run and compared before a replay. */
public final class Surroundings {
  private Surroundings() {}

  /**
   * The record of one run.
   *
   * @param machine what is the same for all runs of a batch; it is not changed
   * @param postgres version by the server's own word
   * @param image what its workers' image is known by; empty when they are processes
   */
  public static EnvironmentRecord of(
      EnvironmentRecord machine,
      Scenario scenario,
      Subject subject,
      OutsideSystems outside,
      String postgres,
      Optional<String> image) {
    Path data = scenario.given().data();
    EnvironmentRecord record = machine.copy().version("postgres", postgres);
    image.ifPresent(known -> record.version("subject image", known));
    return record
        .file("scenario", shown(scenario.file()))
        .file("subject", shown(subject.file()))
        .file("data", data == null ? null : shown(data))
        .text("outside", shown(outside.directory()), outside.text())
        .command("command", subject.command(), subject.directory())
        .command("prepare", subject.prepare(), subject.directory())
        .notApplicable("consumer-offsets", "the subject has no message broker");
  }

  /** The file as a user would write it here. */
  public static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = file.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }
}
