package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentChoiceTest {
  @Test
  void isEmbeddedWherePropertiesSayNothing() {
    assertThat(EnvironmentChoice.byProperties(name -> null))
        .isEqualTo(EnvironmentChoice.embedded());
  }

  @Test
  void isWhatPropertiesSay() {
    Map<String, String> properties =
        Map.of(
            "threeledger.environment", "containers",
            "threeledger.postgres.image", "own/postgres:18",
            "threeledger.toxiproxy.image", "own/toxiproxy:1");
    assertThat(EnvironmentChoice.byProperties(properties::get))
        .isEqualTo(EnvironmentChoice.containers().withImages("own/postgres:18", "own/toxiproxy:1"));
  }

  @Test
  void namesThePropertyThatSaysAnUnknownWord() {
    assertThatThrownBy(() -> EnvironmentChoice.byProperties(name -> "embeded"))
        .hasMessage(
            "-Dthreeledger.environment: unknown environment 'embeded'; did you mean 'embedded'?"
                + " known: embedded, containers");
  }

  @Test
  void embeddedNeedsNoOptionWhenARunIsRepeated() {
    assertThat(EnvironmentChoice.embedded().options()).isEmpty();
    assertThat(
            EnvironmentChoice.embedded()
                .withToxiproxy(URI.create("http://127.0.0.1:8474"), "me")
                .options())
        .isEmpty();
  }

  @Test
  void containersAreRepeatedWithWhatIsNotUsual() {
    assertThat(EnvironmentChoice.containers().options())
        .containsExactly("--environment", "containers");
    EnvironmentChoice own =
        EnvironmentChoice.containers()
            .withImages("own/postgres:18", null)
            .withToxiproxy(null, "me");
    assertThat(own.options())
        .containsExactly(
            "--environment",
            "containers",
            "--postgres-image",
            "own/postgres:18",
            "--advertise-host",
            "me");
    assertThat(EnvironmentChoice.ofOptions(own.options())).isEqualTo(own);
  }

  @Test
  void aRecordWithoutTheOptionWasEmbedded() {
    assertThat(EnvironmentChoice.ofOptions(List.of("--set", "lease=2s")))
        .isEqualTo(EnvironmentChoice.embedded());
  }
}
