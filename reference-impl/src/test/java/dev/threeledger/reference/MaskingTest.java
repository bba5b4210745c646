package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskingTest {
  @Test
  void masksCardNumbersHoweverTheyAreGrouped() {
    assertThat(Masking.of("card 4111 1111 1111 1111, 4111-1111-1111-1111 and 378282246310005."))
        .isEqualTo("card ***, *** and ***.");
  }

  @Test
  void leavesNumbersAloneThatAreNoCards() {
    String text = "4111111111111112, event 123456789012, 2026-01-31, 9999999999.99";

    assertThat(Masking.of(text)).isEqualTo(text);
  }

  @Test
  void leavesTraceIdsAndHoldersAlone() {
    // the digits of both fit a card's check digit
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-4111111111111111-01";
    String holder = "1/00000000-0000-4000-4111-111111111111";

    assertThat(Masking.of(trace + " " + holder)).isEqualTo(trace + " " + holder);
  }

  @Test
  void masksTokensByTheirBeginning() {
    assertThat(Masking.of("paid with tok_live_9f-2, stock 5"))
        .isEqualTo("paid with tok_***, stock 5");
  }

  @Test
  void masksMembersByTheirName() {
    assertThat(Masking.of("{\"customer\": \"An\\\"na\", \"customer_name\":\"B\", \"item\":\"C\"}"))
        .isEqualTo("{\"customer\": \"***\", \"customer_name\":\"***\", \"item\":\"C\"}");
  }

  @Test
  void masksNamesThatItWasToldOf() {
    Masking.remember(" Mildred Quillfeather ");
    Masking.remember("Al"); // found in every other word
    Masking.remember(null);

    assertThat(Masking.of("refused for Mildred Quillfeather, also Altogether"))
        .isEqualTo("refused for ***, also Altogether");
  }

  @Test
  void leavesNothingAsNothing() {
    assertThat(Masking.of(null)).isNull();
    assertThat(Masking.of("")).isEmpty();
  }
}
