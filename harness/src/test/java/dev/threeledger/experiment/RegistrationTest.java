package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.Digests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationTest {
  @TempDir Path folder;
  private ExperimentPlan plan;
  private BatchFolder batch;
  private Registration registered;

  @BeforeEach
  void register() throws Exception {
    plan = Experiments.plan(folder, Experiments.valid());
    batch = BatchFolder.create(folder.resolve("reports"));
    registered = Registration.write(batch, plan);
  }

  private void edit(String file, String from, String to) throws Exception {
    Path path = batch.path().resolve(file);
    Files.writeString(path, Experiments.with(Files.readString(path), from, to));
  }

  private String refused() {
    RefusedException thrown =
        catchThrowableOfType(RefusedException.class, () -> Registration.read(batch));
    assertThat(thrown).as("refusal").isNotNull();
    return thrown.getMessage().replace(batch.path() + ": ", "");
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    assertThat(Registration.read(batch)).isEqualTo(registered);
    assertThat(registered.experiment().passWhen()).isEqualTo(plan.experiment().passWhen());
    assertThat(registered.baseline()).isEqualTo(plan.baseline());
    assertThat(registered.candidate()).isEqualTo(plan.candidate());
    assertThat(registered.differences()).isEqualTo(plan.differences());
    assertThat(registered.order()).hasSize(10);
    assertThat(registered.plans("candidate/normal/normal/2")).isTrue();
    assertThat(registered.plans("candidate/normal/normal/3")).isFalse();
    assertThat(registered.seeds()).containsOnlyKeys("normal/normal", "duplicate-trigger/failure");
    assertThat(registered.digest())
        .isEqualTo(Digests.ofFile(batch.path().resolve(Registration.FILE)));
    assertThat(Files.readString(batch.path().resolve(Registration.COPY)))
        .isEqualTo(Experiments.valid());
  }

  @Test
  void itCanBeReadWhereNothingElseIs() throws Exception {
    Files.delete(folder.resolve("experiment.yaml"));
    assertThatCode(() -> Registration.read(batch)).doesNotThrowAnyException();
  }

  @Test
  void aThresholdThatWasEditedInTheCopyIsRefused() throws Exception {
    edit(Registration.COPY, "at_most: 1.10", "at_most: 9.99");
    assertThat(refused())
        .isEqualTo(
            "refused: experiment.yaml is not the file that was registered: its digest is another");
  }

  @Test
  void aThresholdThatWasEditedInTheRegistrationIsRefused() throws Exception {
    edit(Registration.FILE, "cost: statements, at_most: 1.1", "cost: statements, at_most: 9.99");
    assertThat(refused())
        .startsWith(
            "refused: experiment.yaml and registered.json do not agree (file → registered): passWhen: ")
        .contains("at_most: 1.1, of: baseline")
        .contains("at_most: 9.99, of: baseline");
  }

  @Test
  void aStopRuleThatWasTakenOutIsRefused() throws Exception {
    edit(Registration.FILE, "\"second-effect\", ", "");
    assertThat(refused())
        .isEqualTo(
            "refused: experiment.yaml and registered.json do not agree (file → registered): stopWhen: [second-effect, lost-key] → [lost-key]");
  }

  @Test
  void aDifferenceThatWasAddedLaterIsRefused() throws Exception {
    edit(Registration.FILE, "\"settings.lease\" : \"600ms\"", "\"settings.lease\" : \"2s\"");
    assertThat(refused())
        .isEqualTo(
            "refused: registered.json: 'differences' are not those of its two configurations: it was edited");
  }

  @Test
  void bothEditedTogetherAreFoundByTheDigestThatRunsName() throws Exception {
    edit(Registration.COPY, "at_most: 1.10", "at_most: 9.99");
    edit(Registration.FILE, "cost: statements, at_most: 1.1", "cost: statements, at_most: 9.99");
    String sha = Digests.ofFile(folder.resolve("experiment.yaml"));
    edit(Registration.FILE, sha, Digests.ofFile(batch.path().resolve(Registration.COPY)));
    Registration edited = Registration.read(batch);
    RefusedException thrown =
        catchThrowableOfType(
            RefusedException.class,
            () -> edited.demand(registered.digest(), "candidate/normal/normal/1/run.yaml"));
    assertThat(thrown)
        .hasMessage(
            "refused: candidate/normal/normal/1/run.yaml was run under the registration "
                + registered.digest()
                + ", and registered.json is "
                + edited.digest()
                + ": one of them was edited, or comes from another experiment");
    assertThatCode(() -> registered.demand(registered.digest(), "here")).doesNotThrowAnyException();
  }

  @Test
  void aFolderOfSomethingElseIsRefused() throws Exception {
    Files.delete(batch.path().resolve(Registration.FILE));
    assertThat(refused())
        .isEqualTo(
            "refused: there is no registered.json in it; is it the folder of an experiment that was registered?");
  }
}
