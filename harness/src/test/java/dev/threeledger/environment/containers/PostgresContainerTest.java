package dev.threeledger.environment.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.PostgresServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresContainerTest {
  /** All that decides over what a run sees is as embedded; where it listens and logs is not. */
  @Test
  void differsFromTheEmbeddedServerOnlyWhereAContainerNeedsIt() {
    Map<String, String> embedded = PostgresServer.settingsAtStart();
    Map<String, String> settings = PostgresContainer.settings(embedded);
    assertThat(settings)
        .containsEntry("listen_addresses", "*")
        .containsEntry("logging_collector", "on")
        .doesNotContainKey("unix_socket_directories");
    embedded
        .keySet()
        .removeIf(
            name ->
                name.equals("listen_addresses")
                    || name.equals("logging_collector")
                    || name.equals("unix_socket_directories"));
    assertThat(settings).containsAllEntriesOf(embedded);
  }
}
