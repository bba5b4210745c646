package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceparentTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";

  @Test
  void keepsTheTraceAndTakesASpanOfItsOwnForEachRequest() {
    Traceparent given = Traceparent.of("00-" + TRACE + "-" + SPAN + "-01");

    assertThat(given.toString()).isEqualTo("00-" + TRACE + "-" + SPAN + "-01");
    assertThat(given.child().traceId()).isEqualTo(TRACE);
    assertThat(given.child().spanId()).isNotEqualTo(SPAN).isNotEqualTo(given.child().spanId());
    assertThat(given.child().toString()).matches("00-" + TRACE + "-[0-9a-f]{16}-01");
  }

  @Test
  void passesOnThatTheCallerDoesNotSample() {
    assertThat(Traceparent.of("00-" + TRACE + "-" + SPAN + "-00").child().sampled()).isFalse();
  }

  @Test
  void readsALaterVersionAsFarAsItKnows() {
    assertThat(Traceparent.read("cc-" + TRACE + "-" + SPAN + "-03-what-comes-later"))
        .contains(new Traceparent(TRACE, SPAN, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-" + TRACE + "-" + SPAN,
        "00-" + TRACE + "-" + SPAN + "-01-more",
        "00-" + TRACE + "-" + SPAN + "-1",
        "cc-" + TRACE + "-" + SPAN + "-01.more",
        "ff-" + TRACE + "-" + SPAN + "-01",
        "00-00000000000000000000000000000000-" + SPAN + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
        "00-4111111111111111-" + SPAN + "-01"
      })
  void beginsATraceOfItsOwnWhenTheHeaderIsMalformed(String header) {
    assertThat(Traceparent.read(header)).isEmpty();
    assertThat(Traceparent.of(header).toString()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
  }

  @Test
  void beginsATraceOfItsOwnWithoutAHeader() {
    assertThat(Traceparent.of(null)).isNotEqualTo(Traceparent.of(null));
  }
}
