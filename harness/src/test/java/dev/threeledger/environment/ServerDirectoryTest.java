package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerDirectoryTest {
  private static final Path USUAL = Path.of("/tmp");
  private static final Path NOWHERE = Path.of("/no/such/directory");

  @TempDir Path directory;

  @Test
  void theUsersChoiceComesFirst() {
    assertThat(ServerDirectory.place(directory.toString(), USUAL, USUAL)).isEqualTo(directory);
    assertThat(ServerDirectory.place(null, directory, USUAL)).isEqualTo(directory);
    assertThat(ServerDirectory.place(NOWHERE.toString(), directory, USUAL)).isEqualTo(directory);
  }

  @Test
  void withoutMemoryItIsTheTempDirectory() {
    assertThat(ServerDirectory.place(null, USUAL, NOWHERE)).isEqualTo(USUAL);
  }
}
