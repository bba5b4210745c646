package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of(
              "DATABASE_URL", "jdbc:postgresql://127.0.0.1:5432/billing",
              "PAYMENTS_URL", "http://127.0.0.1:9000/",
              "INVENTORY_URL", "http://127.0.0.1:9001",
              "SHIPPING_URL", "http://127.0.0.1:9002",
              "HTTP_PORT", "8080"));

  @Test
  void readsDurationsWithTheirUnits() {
    environment.put("LEASE", "400ms");
    environment.put("TICK", "2m");

    Settings settings = Settings.read(environment, false);

    assertThat(settings.lease()).isEqualTo(Duration.ofMillis(400));
    assertThat(settings.tick()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.paymentsUrl()).hasToString("http://127.0.0.1:9000");
    assertThat(settings.defect()).isEqualTo(Defect.NONE);
  }

  @Test
  void hasSaneBoundsByDefault() {
    Settings settings = Settings.read(environment, false);

    assertThat(settings.jobLimit()).isEqualTo(8);
    assertThat(settings.tenantLimit()).isEqualTo(4);
    assertThat(settings.retryBudget()).isEqualTo(20);
    assertThat(settings.breakerCalls()).isEqualTo(20);
    assertThat(settings.catchUp()).isEqualTo(12);
    assertThat(settings.usageIndex()).isTrue();
    assertThat(settings.undoAttempts()).isEqualTo(4);
  }

  @Test
  void needsOnlyTheDatabaseToMigrate() {
    Settings settings = Settings.read(Map.of("DATABASE_URL", "jdbc:postgresql:x"), true);

    assertThat(settings.databaseUrl()).isEqualTo("jdbc:postgresql:x");
  }

  @Test
  void namesEveryWrongValueAtOnce() {
    environment.remove("DATABASE_URL");
    environment.put("LEASE", "30");
    environment.put("MAX_ATTEMPTS", "none");
    environment.put("PAYMENTS_URL", "payments");
    environment.remove("SHIPPING_URL");
    environment.put("USAGE_INDEX", "gone");
    environment.put("DEFECT", "randomkey");

    assertThatThrownBy(() -> Settings.read(environment, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "DATABASE_URL is not set; it must be a text\n"
                + "PAYMENTS_URL is 'payments'; it must be an address such as http://payments:8080\n"
                + "SHIPPING_URL is not set; it must be an address such as http://payments:8080\n"
                + "LEASE is '30'; it must be a duration such as 500ms, 30s or 2m\n"
                + "MAX_ATTEMPTS is 'none'; it must be a whole number from 1 to 1000\n"
                + "USAGE_INDEX is 'gone'; it must be present or absent\n"
                + "DEFECT is 'randomkey'; it must be one of "
                + Arrays.stream(Defect.values())
                    .map(Defect::settingName)
                    .collect(Collectors.joining(", ")));
  }

  @Test
  void keepsThePasswordOutOfItsText() {
    environment.put("DATABASE_PASSWORD", "canary");

    assertThat(Settings.read(environment, false).toString())
        .doesNotContain("canary")
        .doesNotContain("billing");
  }
}
