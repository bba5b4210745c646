package dev.threeledger.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code partition} needs of its scenario and of the subject. */
class PartitionActionTest {
  private static final Path FILE = Path.of("cut.yaml");
  private final Problems problems = new Problems();

  private List<Fault> faults(Known known, String partition) {
    String text = "- { on: { db: commit }, side: after, do: partition" + partition + " }\n";
    Tree list = YamlFile.parse(text, FILE, problems).orElseThrow();
    return new FaultReader(new References(known), 2)
        .faults(Place.root(list, problems).named("fault"));
  }

  private static Known known(Subject subject) {
    return new Known(subject, Formats.OPERATIONS, Formats.CHECKS);
  }

  private static Known containers() {
    return known(Formats.inContainers(Formats.subject()));
  }

  private List<String> texts() {
    return problems.list().stream().map(Problem::text).toList();
  }

  @Test
  void lastsAsLongAsIsWrittenUpToItsLimit() {
    assertThat(faults(containers(), ", for: 30s"))
        .extracting(Fault::action)
        .isEqualTo(List.of(new FaultAction.Partition(Duration.ofSeconds(30))));
    assertThat(texts()).isEmpty();
  }

  @Test
  void aTimeThatIsMissingTooLongOrNoneIsRefused() {
    for (String lasts : List.of("", ", for: 31s", ", for: 0s", ", for: 2s, port: same")) {
      faults(containers(), lasts);
    }
    assertThat(texts())
        .isEqualTo(
            List.of(
                "cut.yaml:1:3: fault[0].for: missing; add 'for:' here",
                "cut.yaml:1:58: fault[0].for: 31s is longer than open connections surely outlive; write 30s or less",
                "cut.yaml:1:58: fault[0].for: must be longer than zero",
                "cut.yaml:1:62: fault[0].port: unknown key 'port'; did you mean 'for'? known: name, on, side, do, for"));
  }

  @Test
  void aSubjectThatIsProcessesIsRefusedWithWhatToWriteInstead() {
    Subject subject = Formats.subject();

    faults(known(subject), ", for: 2s");

    assertThat(texts())
        .isEqualTo(
            List.of(
                "cut.yaml:1:42: fault[0].do: partition cuts a container off: the workers of "
                    + subject.file()
                    + " are processes; give the subject an image:, or use refuse, reset or delay"));
  }

  @Test
  void whatWasStoredIsReadWithoutASubject() {
    assertThat(faults(null, ", for: 2s")).hasSize(1);
    assertThat(texts()).isEmpty();
  }
}
