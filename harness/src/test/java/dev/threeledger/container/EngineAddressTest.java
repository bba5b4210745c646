package dev.threeledger.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineAddressTest {
  @Test
  void saysWhatIsAtTheUsualSockets() {
    assertThat(
            EngineAddress.tried(Map.of("XDG_RUNTIME_DIR", "/run/user/7"), socket -> "is not there"))
        .containsExactly(
            "DOCKER_HOST is not set",
            "/var/run/docker.sock is not there",
            "/run/user/7/docker.sock is not there");
  }

  @Test
  void saysTheAddressThatIsNamedWithTheSocketThatIsTriedAfterIt() {
    assertThat(EngineAddress.tried(Map.of("DOCKER_HOST", "tcp://build:2375"), socket -> "is there"))
        .containsExactly("DOCKER_HOST is tcp://build:2375", "/var/run/docker.sock is there");
  }

  @Test
  void namesTheDefaultThatNeedsNone() {
    assertThat(EngineAddress.none("refused"))
        .startsWith("no Docker engine answers: DOCKER_HOST is ")
        .endsWith(
            " (refused). Start one, or leave --environment out: the default, embedded, needs none");
  }
}
