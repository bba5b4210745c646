package dev.threeledger.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlantedDefectsTest {
  private static final List<String> CHECKS = List.of("stable-key", "recovers");
  private static final List<String> EVENTS = List.of("RowChanged", "RunStopped");

  @TempDir private Path folder;

  private PlantedDefects load(String yaml) throws Exception {
    Path file = folder.resolve("defects.yaml");
    Files.writeString(file, yaml);
    Subject subject = SubjectFile.load(Path.of("src/test/resources/formats/subject.yaml"), null);
    return PlantedDefects.load(file, subject, CHECKS, EVENTS);
  }

  @Test
  void readsRows() throws Exception {
    PlantedDefects table =
        load(
            """
            setting: defect
            rows:
              - { defect: random-key, cell: a/failure, set: [payments.charge.deduplicates=false], caught-by: stable-key, at: RowChanged run, alone: true }
              - { defect: no-take-over, cell: b/failure, caught-by: recovers, at: RunStopped, profile: long }
            """);

    Path file = folder.resolve("defects.yaml");
    assertThat(table)
        .isEqualTo(
            new PlantedDefects(
                "defect",
                List.of(
                    new PlantedDefects.Row(
                        "random-key",
                        "a/failure",
                        List.of("payments.charge.deduplicates=false"),
                        "stable-key",
                        "RowChanged run",
                        true,
                        false,
                        new Location(file, 3, 5)),
                    new PlantedDefects.Row(
                        "no-take-over",
                        "b/failure",
                        List.of(),
                        "recovers",
                        "RunStopped",
                        false,
                        true,
                        new Location(file, 4, 5))),
                file));
  }

  @Test
  void tellsEveryProblem() {
    Path file = folder.resolve("defects.yaml");
    assertThatThrownBy(
            () ->
                load(
                    """
                    setting: defects
                    rows:
                      - { defect: random-key, cell: a/failure, caught-by: stabel-key, at: RowChange run }
                      - { defect: Random Key, caught-by: recovers, at: RunStopped, profile: slow, sole: true }
                    """))
        .isInstanceOfSatisfying(
            ProblemsException.class,
            e ->
                assertThat(e.text().replace(file.toString(), "defects.yaml"))
                    .contains(
                        "defects.yaml:1:10: setting: unknown setting 'defects'; did you mean 'defect'?",
                        "defects.yaml:3:55: rows[0].caught-by: unknown check 'stabel-key'; did you mean 'stable-key'?",
                        "defects.yaml:3:71: rows[0].at: unknown event 'RowChange'; did you mean 'RowChanged'?",
                        "defects.yaml:4:15: rows[1].defect: 'Random Key' is no name",
                        "defects.yaml:4:5: rows[1].cell: missing",
                        "rows[1].profile: unknown profile 'slow'",
                        "unknown key 'sole'"));
  }
}
