package dev.threeledger.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionTest {
  private static final Incoming REQUEST =
      new FakeIncoming(
          Map.of("X-Key", "k1"),
          Map.of("id", "q1"),
          List.of("orders", "7"),
          "{\"amount\":120.50,\"big\":1e2,\"order\":{\"id\":\"o1\",\"lines\":[{\"n\":3}]},\"none\":null}");

  private static String read(String... texts) {
    return Expression.parse(List.of(texts)).read(REQUEST);
  }

  @Test
  void readsHeadersQueryPathAndBody() {
    assertThat(read("$.headers['X-Key']")).isEqualTo("k1");
    assertThat(read("$.query.id")).isEqualTo("q1");
    assertThat(read("$.query['id']")).isEqualTo("q1");
    assertThat(read("$.path[1]")).isEqualTo("7");
    assertThat(read("$.body.order.id")).isEqualTo("o1");
    assertThat(read("$.body.order.lines[0].n")).isEqualTo("3");
    assertThat(read("$.body['order']['id']")).isEqualTo("o1");
  }

  @Test
  void keepsAnAmountAsItWasWritten() {
    assertThat(read("$.body.amount")).isEqualTo("120.50");
    assertThat(read("$.body.big")).isEqualTo("100");
  }

  @Test
  void joinsThePartsOfAKey() {
    assertThat(read("$.path[1]", "$.body.order.id")).isEqualTo("7/o1");
    assertThat(read("$.path[1]", "$.body.order.missing")).isNull();
  }

  @Test
  void givesNothingWhereNothingStands() {
    assertThat(read("$.headers['Other']")).isNull();
    assertThat(read("$.query.other")).isNull();
    assertThat(read("$.path[9]")).isNull();
    assertThat(read("$.body.none")).isNull();
    assertThat(read("$.body.order")).isNull();
    assertThat(Expression.parse(List.of("$.body.a")).read(FakeIncoming.post("k", "no json")))
        .isNull();
    assertThat(Expression.parse(List.of("$.body.a")).read(FakeIncoming.post("k", ""))).isNull();
  }

  @Test
  void saysWhatCanBeWritten() {
    assertThatThrownBy(() -> read("$.header['X']"))
        .hasMessage(
            "'$.header['X']' names nothing in a request; write $.headers['Name'],"
                + " $.query['name'], $.path[0] or $.body.field");
    assertThatThrownBy(() -> read("$.body.a..")).hasMessageContaining("is no JSONPath");
  }
}
