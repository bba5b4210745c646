package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.threeledger.cost.Metric;
import dev.threeledger.experiment.Experiment.Expected;
import dev.threeledger.experiment.Experiment.Fixed;
import dev.threeledger.experiment.Experiment.Side;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.scenario.ProblemsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentFileTest {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  private String problems(String document) throws Exception {
    Path file = Experiments.write(folder, document);
    ProblemsException thrown =
        catchThrowableOfType(ProblemsException.class, () -> ExperimentFile.load(file));
    assertThat(thrown).as("problems").isNotNull();
    return thrown.text().replace(folder + "/", "");
  }

  @Test
  void everyKeyIsRead() throws Exception {
    Path file = Experiments.write(folder, Experiments.valid());
    Path subject = HOME.resolve("reference-impl/subject.yaml");
    assertThat(ExperimentFile.load(file))
        .isEqualTo(
            new Experiment(
                "unique-constraint",
                null,
                null,
                "The database's unique constraint removes duplicates; look-then-insert does not.",
                List.of(
                    HOME.resolve("scenarios/statement/normal.yaml"),
                    HOME.resolve("scenarios/statement/duplicate-trigger.yaml")),
                HOME.resolve("scenarios/external"),
                new Side("1.0.0", subject, Map.of("defect", "none"), Map.of(), null),
                new Side("1.0.0", subject, Map.of("defect", "look-then-insert"), Map.of(), null),
                "settings.defect",
                new CellFilter(
                    List.of(), List.of(), List.of("normal/normal", "duplicate-trigger/failure")),
                new Fixed(
                    20260131, 2, Map.of(), Map.of("payments.charge.deduplicates", "false"), null),
                2,
                List.of(
                    new Threshold.Verdicts(true),
                    new Threshold.Pairs(PairClass.FIXED, 1, null),
                    new Threshold.Cost(Metric.STATEMENTS, 1.1)),
                Set.of(StopRule.SECOND_EFFECT, StopRule.LOST_KEY),
                new Expected(
                    Decision.STOP,
                    "at-most-one-effect",
                    "duplicate-trigger",
                    "StopConditionMet",
                    StopRule.SECOND_EFFECT),
                Set.of(Observation.PLANS, Observation.PHASES),
                "payments-platform",
                Map.of("settings.defect", "none"),
                List.of("more than two workers"),
                file.toAbsolutePath()));
  }

  @Test
  void aStoredCopyIsReadWithoutAnythingElse() throws Exception {
    String document = Experiments.valid().replace(HOME.toString(), "/nowhere");
    Path copy = Files.writeString(folder.resolve("copy.yaml"), document);
    Experiment experiment = ExperimentFile.stored(copy, Path.of("/elsewhere/experiment.yaml"));
    assertThat(experiment.candidate().subject())
        .isEqualTo(Path.of("/nowhere/reference-impl/subject.yaml"));
    assertThat(experiment.file()).isEqualTo(Path.of("/elsewhere/experiment.yaml"));
  }

  @Test
  void allProblemsAreToldAtOnce() throws Exception {
    Path text = Path.of("src/test/resources/experiments/bad");
    String told = problems(Files.readString(text.resolve("experiment.yaml")));
    assertThat(told + "\n").isEqualTo(Files.readString(text.resolve("problems.txt")));
  }

  @Test
  void whatIsMissingIsToldAtOnce() throws Exception {
    assertThat(problems("topic: nothing else\n"))
        .isEqualTo(
            """
            experiment.yaml:1:1: baseline: missing; add 'baseline:' here
            experiment.yaml:1:1: candidate: missing; add 'candidate:' here
            experiment.yaml:1:1: cells: missing; add 'cells:' here
            experiment.yaml:1:1: changed: missing; add 'changed:' here
            experiment.yaml:1:1: claim: missing; add 'claim:' here
            experiment.yaml:1:1: experiment: missing; add 'experiment:' here
            experiment.yaml:1:1: not_covered: missing; add 'not_covered:' here
            experiment.yaml:1:1: outside: there is no scenarios/external beside this file; name the folder of the outside systems
            experiment.yaml:1:1: owner: missing; add 'owner:' here
            experiment.yaml:1:1: pass_when: missing; add 'pass_when:' here
            experiment.yaml:1:1: rollback: missing; add 'rollback:' here
            experiment.yaml:1:1: scenarios: there is no scenarios beside this file; list the files and folders of the cells
            experiment.yaml:1:1: stop_when: missing; add 'stop_when:' here
            experiment.yaml:1:1: subject: missing; add 'subject:' here
            14 problems; nothing was run""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "owner: payments-platform | '' | 1:1: owner: missing; add 'owner:' here",
        "owner: payments-platform | 'owner: '' ''' | '19:8: owner: is blank; write a text'",
        "changed: settings.defect | changed: setings.defect | 8:10: changed: 'setings.defect' is no place of the configuration; did you mean 'settings.defect'? write settings.<name>, partner.<operation>.deduplicates, data or subject.<part>",
        "changed: settings.defect | changed: settings | 8:10: changed: 'settings' names many places; name one, such as settings.lease",
        "changed: settings.defect | changed: subject.environment | 8:10: changed: 'subject.environment' names many places; name one, such as subject.environment.<name>",
        "changed: settings.defect | changed: subject.version.major | 8:10: changed: 'subject.version.major' reaches too far; write subject.version",
        "changed: settings.defect | changed: subject.settings.defect | 8:10: changed: 'subject.settings.defect' is called settings.defect here",
        "changed: settings.defect | changed: partner.payments.charge | 8:10: changed: 'payments.charge' is no behaviour; write <operation>.deduplicates, such as payments.charge.deduplicates",
        "changed: settings.defect | changed: partner.payments.find.deduplicates | 8:10: changed: unknown operation with an effect 'payments.find'; did you mean 'payments.refund'? known: inventory.release, inventory.reserve, payments.charge, payments.refund, shipping.book, shipping.cancel",
        "changed: settings.defect | changed: data.x | '8:10: changed: ''data.x'' is no place of the configuration; write data'",
        "rollback: { settings.defect: none } | rollback: {} | 20:11: rollback: is empty; write what turns the candidate into the baseline again",
        "rollback: { settings.defect: none } | rollback: { subject.command: x } | 20:13: rollback.subject.command: a subject is rolled back as a whole; name the baseline's file, such as subject: subject.yaml",
        "rollback: { settings.defect: none } | rollback: { defect: none } | 20:13: rollback.defect: 'defect' cannot be rolled back; write settings.<name>, partner.<operation>.deduplicates, subject, subject.version or data",
        "stopped_by: second-effect | stopped_by: deadlock | 17:141: expect.stopped_by: 'deadlock' is not among stop_when; add it there",
        "decision: stop | decision: go | 17:139: expect.stopped_by: an experiment that is stopped is no go; write decision: stop",
        "'subject: ' | 'subject: /nowhere' | 5:10: subject: no file '/nowhereHOME/reference-impl/subject.yaml' relative to this file",
        "'/subject.yaml' | '/subject-image.yaml' | '5:10: subject: the workers of ''HOME/reference-impl/subject-image.yaml'' are containers (image: threeledger-test/reference-executor:0.1) and experiments run embedded; name a subject with a command'",
        "repeat: 2 | repeat: 0 | '11:9: repeat: 0 is out of range; write 1 to 1000'",
      })
  void oneProblemHasOneClearMessage(String good, String bad, String message) throws Exception {
    assertThat(problems(Experiments.with(good, bad)))
        .isEqualTo(
            "experiment.yaml:"
                + message.replace("HOME", "" + HOME)
                + "\n1 problem; nothing was run");
  }

  @Test
  void aSubjectsOwnProblemsAreToldToo() throws Exception {
    Files.writeString(folder.resolve("subject.yaml"), "subject: mine\n");
    String document =
        Experiments.with(
            "subject: " + HOME + "/reference-impl/subject.yaml", "subject: subject.yaml");
    assertThat(problems(document))
        .contains("subject.yaml:1:1: command: missing; add 'command:' here")
        .doesNotContain("unknown setting");
  }
}
