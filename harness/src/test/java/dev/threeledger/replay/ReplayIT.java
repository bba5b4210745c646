package dev.threeledger.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.Change;
import dev.threeledger.evidence.ReplayOf;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.Progress;
import dev.threeledger.run.Rejudge;
import dev.threeledger.scenario.Schemas;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with a planted defect, replayed and resolved, in a copy of the project. */
class ReplayIT {
  @TempDir private static Path project;

  private static Path scenarios;
  private static Path original;

  @BeforeAll
  static void runWithTheDefect() throws Exception {
    scenarios = project.resolve("scenarios");
    copy(Path.of("scenarios/external"), scenarios.resolve("external"));
    copy(Path.of("scenarios/data"), scenarios.resolve("data"));
    copy(Path.of("scenarios/statement/normal.yaml"), scenarios.resolve("statement/normal.yaml"));
    for (String file :
        List.of("subject.yaml", "target/reference-executor.jar", "target/reference-executor.jsa")) {
      copy(Path.of("reference-impl", file), project.resolve("subject").resolve(file));
    }
    copy(Path.of("reference-impl/target/lib"), project.resolve("subject/target/lib"));
    BatchRequest request =
        new BatchRequest(
            List.of(scenarios),
            project.resolve("subject/subject.yaml"),
            scenarios.resolve("external"),
            project.resolve("reports"),
            CellFilter.all(),
            List.of("defect=rounded-amount", "callTimeout=5s", "dbTimeout=8s"),
            false,
            1,
            1,
            1,
            EnvironmentChoice.embedded(),
            true);
    BatchResult result = new BatchRun(request.plan(), Progress.SILENT).run();
    assertThat(result.stoppedBy()).isEmpty();
    assertThat(result.outcomes().get(0).verdict().verdict()).isEqualTo(Verdict.FAIL);
    original = result.outcomes().get(0).folder();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private static Replay.Request replay(int times, boolean changed) {
    return new Replay.Request(original, times, project.resolve("replays"), changed);
  }

  private static ReplayResult run(Replay replay) throws Exception {
    return replay.result(replay.batch(Progress.SILENT).run());
  }

  private static Resolution.Request resolve(String... sets) {
    return resolve(original, sets);
  }

  private static Resolution.Request resolve(Path run, String... sets) {
    return new Resolution.Request(
        run,
        "a customer was charged 121.00 and not 120.57",
        "the amount is rounded before it is sent",
        "the amount is sent as it stands",
        "payments",
        null,
        List.of(sets),
        scenarios,
        1,
        project.resolve("retests"));
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void aPlantedDefectComesOutTheSameEachTime() throws Exception {
    ReplayResult result = run(Replay.read(replay(3, false)));

    assertThat(result.text()).contains("3/3 with the same verdict and first deviation");
    assertThat(result.good()).isTrue();
    assertThat(result.runs())
        .hasSize(3)
        .allSatisfy(
            one -> assertThat(one.came().event()).isEqualTo("EffectApplied payments.charge"));
    String evidence = RunFolder.open(original).digest().orElseThrow();
    assertThat(RunFolder.open(result.runs().get(2).folder()).readRun().replays())
        .isEqualTo(new ReplayOf(original.toString(), evidence, List.of()));
    result.write();
    JsonNode written = json(result.batch().folder().resolve("replay.json"));
    assertThat(Schemas.problems(Schemas.REPLAY, written)).isEmpty();
  }

  @Test
  void whatDiffersIsRefusedUnlessToldAndThenStandsInTheRecord() throws Exception {
    Path data = scenarios.resolve("data/three-tenants-period.sql");
    Path jar = project.resolve("subject/target/reference-executor.jar");
    Path mapping = anyMapping();
    byte[] dataThen = Files.readAllBytes(data);
    byte[] jarThen = Files.readAllBytes(jar);
    byte[] mappingThen = Files.readAllBytes(mapping);
    try {
      Files.writeString(data, "\n-- touched\n", StandardOpenOption.APPEND);
      Files.write(jar, commented(jarThen));
      Files.writeString(mapping, new String(mappingThen).replaceFirst("\\{", "{ \"priority\": 7,"));
      assertThatThrownBy(() -> Replay.read(replay(1, false)))
          .isInstanceOf(RefusedException.class)
          .hasMessageContainingAll(
              "digest of the data " + data,
              "digest of the outside systems",
              "digest of the subject's command, target/reference-executor.jar",
              "--changed");
      assertThatThrownBy(() -> Resolution.read(resolve("defect=none")))
          .isInstanceOf(RefusedException.class)
          .hasMessageContainingAll("digest of the data", "only the subject may differ")
          .hasMessageNotContaining("reference-executor.jar");
      ReplayResult result = run(Replay.read(replay(1, true)));
      assertThat(RunFolder.open(result.runs().get(0).folder()).readRun().replays().changed())
          .isEqualTo(result.changed())
          .extracting(Change::name)
          .contains("digest of the data " + data, "digest of the outside systems");
    } finally {
      Files.write(data, dataThen);
      Files.write(jar, jarThen);
      Files.write(mapping, mappingThen);
    }
  }

  /** The same jar with one blank as its comment; the comment's length are its last two bytes. */
  private static byte[] commented(byte[] jar) {
    byte[] longer = Arrays.copyOf(jar, jar.length + 1);
    longer[jar.length - 2] = 1;
    longer[jar.length] = ' ';
    return longer;
  }

  private static Path anyMapping() throws IOException {
    try (Stream<Path> files = Files.list(scenarios.resolve("external/shipping"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().findFirst().get();
    }
  }

  @Test
  void editedEvidenceIsRefused() throws Exception {
    Path copy = project.resolve("edited/1");
    copy(original, copy);
    Files.writeString(copy.resolve("timeline.jsonl"), "\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> Replay.read(new Replay.Request(copy, 1, project.resolve("no"), true)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("timeline.jsonl was changed");
    assertThat(project.resolve("no")).doesNotExist();
  }

  @Test
  void theFilesOfScenarioAndSubjectAreNotNeeded() throws Exception {
    Path scenario = scenarios.resolve("statement/normal.yaml");
    Path subject = project.resolve("subject/subject.yaml");
    String scenarioThen = Files.readString(scenario);
    String subjectThen = Files.readString(subject);
    try {
      Files.delete(scenario);
      Files.writeString(subject, "subject: another\n");
      assertThat(Replay.read(replay(1, false)).changed()).isEmpty();
    } finally {
      Files.writeString(scenario, scenarioThen);
      Files.writeString(subject, subjectThen);
    }
  }

  @Test
  void resolvedWithoutTheDefectAndUnderObservationWithIt() throws Exception {
    Resolution fixed = Resolution.read(resolve("defect=none"));
    ResolutionResult resolved = fixed.result(fixed.batch(Progress.SILENT).run());
    assertThat(resolved.whyNot()).isEmpty();
    assertThat(resolved.status()).isEqualTo("resolved");
    assertThat(resolved.changes())
        .containsExactly(new Change("settings.defect", "rounded-amount", "none"));
    assertThat(resolved.normals()).hasSize(1);
    assertThat(resolved.retests().get(0).divergence().orElseThrow())
        .satisfies(
            one ->
                assertThat(one.was()) // of tenant 1 or of tenant 2, whichever is charged first
                    .matches("RequestReceived payments.charge amount=(121|80)\\b.*"))
        .satisfies(
            one ->
                assertThat(one.now())
                    .matches("RequestReceived payments.charge amount=(120.57|79.99)\\b.*"));
    assertThatThrownBy(() -> Resolution.read(resolve(resolved.retests().get(0).folder())))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is PASS: only a run that failed can be resolved");
    Path beside = resolved.write();

    Resolution same = Resolution.read(resolve());
    ResolutionResult open = same.result(same.batch(Progress.SILENT).run());
    assertThat(open.status()).isEqualTo("under observation");
    assertThat(open.whyNot())
        .hasSize(3)
        .anySatisfy(why -> assertThat(why).contains("no difference of the subject"))
        .anySatisfy(why -> assertThat(why).contains("the original sample gives FAIL"))
        .anySatisfy(why -> assertThat(why).contains("the normal cell normal/normal gives FAIL"));
    Path again = open.write();

    assertThat(beside).isEqualTo(original.resolveSibling("1-resolution-1"));
    assertThat(again).isEqualTo(original.resolveSibling("1-resolution-2"));
    assertWritten(beside, "resolved");
    assertWritten(again, "under observation");
    assertTheBatchIsAsItWas();
  }

  private static void assertWritten(Path beside, String status) throws Exception {
    JsonNode written = json(beside.resolve("resolution.json"));
    assertThat(Schemas.problems(Schemas.RESOLUTION, written)).isEmpty();
    assertThat(written.path("status").asText()).isEqualTo(status);
    assertThat(written.at("/firstDeviation/event/event").asText()).isEqualTo("EffectApplied");
    Path batch = Path.of(written.at("/retest/batch").asText());
    assertThat(BatchFolder.open(batch).digest()).isEqualTo(written.at("/retest/digest").asText());
    assertThat(Files.readString(beside.resolve("resolution.md")))
        .startsWith("# normal/normal: " + status + "\n")
        .contains("## Symptom", "## First deviation", "## Root cause", "## Change", "## Retest");
  }

  private static void assertTheBatchIsAsItWas() throws Exception {
    BatchFolder batch = BatchFolder.open(original.getParent().getParent().getParent());
    assertThat(batch.runs()).extracting(RunFolder::path).containsExactly(original);
    Rejudge.Recheck recheck = Rejudge.recheck(batch.runs().get(0));
    assertThat(recheck.changed()).isEmpty();
    assertThat(recheck.now()).isEqualTo(recheck.before());
  }

  @Test
  void missingTextsAreRefused() {
    assertThatThrownBy(
            () ->
                Resolution.read(
                    new Resolution.Request(
                        original, " ", "x", "", null, null, List.of(), scenarios, 1, project)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("missing: --change, --symptom");
  }
}
