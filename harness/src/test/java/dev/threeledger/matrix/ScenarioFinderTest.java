package dev.threeledger.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFinderTest {
  @TempDir Path root;
  private final Problems problems = new Problems();

  @BeforeEach
  void files() throws IOException {
    for (String name :
        List.of(
            "b/two.yaml",
            "a/one.yaml",
            "a/deep/three.yaml",
            "a/data/seed.yaml",
            "a/note.txt",
            "external/payments/charge.yaml",
            "experiments/e.yaml",
            "containers/cut.yaml",
            "canary/caught.yaml")) {
      Files.createDirectories(root.resolve(name).getParent());
      Files.writeString(root.resolve(name), "scenario: x\n");
    }
  }

  private List<String> find(boolean canaries, Path... paths) {
    return new ScenarioFinder(canaries, problems)
        .find(List.of(paths)).stream().map(path -> root.relativize(path).toString()).toList();
  }

  @Test
  void foldersOfOtherThingsAndCanariesAreLeftOut() {
    assertThat(find(false, root)).containsExactly("a/deep/three.yaml", "a/one.yaml", "b/two.yaml");
  }

  @Test
  void scenariosForContainersAreFoundByNameOnly() {
    assertThat(find(true, root)).doesNotContain("containers/cut.yaml");
    assertThat(find(false, root.resolve("containers"))).containsExactly("containers/cut.yaml");
  }

  @Test
  void canariesAreFoundOnRequestOrByName() {
    assertThat(find(true, root)).contains("canary/caught.yaml");
    assertThat(find(false, root.resolve("canary"))).containsExactly("canary/caught.yaml");
    assertThat(find(false, root.resolve("canary/caught.yaml")))
        .containsExactly("canary/caught.yaml");
  }

  @Test
  void aFileThatIsNamedTwiceCountsOnce() {
    assertThat(find(false, root.resolve("b"), root.resolve("a/../b/two.yaml"))).hasSize(1);
  }

  @Test
  void anotherEndingIsAProblem() throws IOException {
    Files.writeString(root.resolve("b/four.yml"), "scenario: x\n");
    find(false, root);
    assertThat(problems.list())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.text())
                    .isEqualTo(
                        root.resolve("b/four.yml") + ": scenarios are named .yaml; rename it"));
  }
}
