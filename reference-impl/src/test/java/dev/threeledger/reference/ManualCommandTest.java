package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ManualCommandTest {
  private static ManualCommand read(String... words) {
    return ManualCommand.read(Arrays.asList(words));
  }

  @Test
  void readsWhoAndWhyInAnyOrder() {
    assertThat(read("replay", "order", "1/fulfil", "--why", "stock is back", "--who", "ops"))
        .isEqualTo(new ManualCommand("order", "1/fulfil", "ops", "stock is back"));
  }

  @Test
  void namesEverythingThatIsMissing() {
    assertThatThrownBy(() -> read("replay", "order", "1/fulfil", "--who", " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "who is missing: who asks for it\nwhy is missing: what was done about the reason\n"
                + "usage: "
                + ManualCommand.USAGE);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> read("replay", "order", "1/fulfil", "--whom", "ops"))
        .hasMessageStartingWith("'--whom' is unknown here");
    assertThatThrownBy(() -> read("replay", "order", "1/fulfil", "--who"))
        .hasMessageStartingWith("'--who' is unknown here");
    assertThatThrownBy(() -> read("replay", "order")).hasMessageStartingWith("usage: ");
    assertThatThrownBy(() -> read()).hasMessageStartingWith("usage: ");
  }
}
