package dev.threeledger.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageSubjectTest {
  @Test
  void theReferenceExecutorAsAnImageDiffersInNothingElse() throws Exception {
    ObjectNode processes = tree("../reference-impl/subject.yaml");
    ObjectNode image = tree("../reference-impl/subject-image.yaml");

    assertThat(image.remove("image").asText()).startsWith("threeledger-test/reference-executor:");
    for (ObjectNode subject : Set.of(processes, image)) {
      subject.remove("command");
      subject.remove("prepare");
    }
    assertThat(image).isEqualTo(processes);
  }

  private static ObjectNode tree(String file) throws Exception {
    return (ObjectNode)
        SubjectFile.tree(
            SubjectFile.load(
                Path.of(file),
                dev.threeledger.external.OutsideSystems.load(Path.of("../scenarios/external"))
                    .operations()));
  }
}
