package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.junit.ScenarioMatrix;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The scenario matrix against the reference executor, the canaries with it: a cell that gives
 * another verdict than its scenario states fails the build. Leaves {@code reports/<batch>/} behind.
 *
 * <p>The quick profile; {@code -Dthreeledger.profile=long} runs every cell.
 */
class MatrixIT {
  private static ScenarioMatrix matrix;

  @TestFactory
  Stream<DynamicNode> scenarios() throws Exception {
    BatchRequest all = BatchRequest.in(Path.of("")).withCanaries();
    boolean everything = "long".equals(System.getProperty("threeledger.profile"));
    matrix = ScenarioMatrix.start(everything ? all : all.quick());
    return matrix.tests();
  }

  @AfterAll
  static void leavesAReport() throws Exception {
    if (matrix == null) {
      return; // it could not be started, and that has been reported
    }
    BatchResult result = matrix.result();
    matrix.close();
    for (String file : new String[] {"index.html", "summary.json", "summary.md", "junit.xml"}) {
      assertThat(Files.isRegularFile(result.folder().resolve(file))).as(file).isTrue();
    }
  }
}
