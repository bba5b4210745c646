package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {
  private static final Set<String> KEY = new TreeSet<>(Set.of("order_id", "action_type"));

  private static Input read(String json) {
    return Input.of(Json.flat(json), KEY);
  }

  @Test
  void isNothingWhenOnlyTheKeyIsGiven() {
    assertThat(read("{\"order_id\": 1001, \"action_type\": \"fulfil\"}")).isEqualTo(Input.NONE);
  }

  @Test
  void isTheSameInAnyOrderAndNotation() {
    Input one = read("{\"order_id\": 1, \"amount\": \"99.90\", \"note\": {\"a\": 1, \"b\": [2]}}");
    Input other = read("{\"note\": {\"b\": [2], \"a\": 1}, \"amount\": 99.9, \"order_id\": 2}");

    assertThat(one).isEqualTo(other).isNotEqualTo(Input.NONE);
    assertThat(one.digest()).hasSize(64);
  }

  @Test
  void isAnotherWhenAnythingDiffers() {
    assertThat(read("{\"amount\": 99.95}"))
        .isNotEqualTo(read("{\"amount\": 99.96}"))
        .isNotEqualTo(read("{\"amount\": 99.95, \"note\": {\"a\": 1}}"));
  }

  @Test
  void agreesWithTheSameAndWithNothing() {
    Input input = read("{\"amount\": 99.95}");

    assertThat(input.agreesWith(input.digest())).isTrue();
    assertThat(Input.NONE.agreesWith(input.digest())).isTrue();
    assertThat(Input.NONE.agreesWith(null)).isTrue();
    assertThat(input.agreesWith(read("{\"amount\": 1}").digest())).isFalse();
    assertThat(input.agreesWith(null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.01", "9999999999.99", "99.950", "1e3", "100"})
  void takesAmountsOfTwoDecimals(String amount) {
    assertThat(Input.problems(Map.of("amount", amount), Set.of())).isEmpty();
    assertThat(Input.of(Map.of("amount", amount), Set.of())).isNotEqualTo(Input.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, amount is not positive",
    "-0.01, amount is not positive",
    "0.001, amount has more than two decimals",
    "99.955, amount has more than two decimals",
    "10000000000, amount is more than 9999999999.99",
    "1e999999999, amount is more than 9999999999.99",
    "ten, amount is not a number",
    "'', amount is not a number"
  })
  void saysWhatIsWrongWithAnAmount(String amount, String problem) {
    assertThat(Input.problems(Map.of("amount", amount), Set.of())).containsExactly(problem);
  }

  @Test
  void namesEveryProblemAtOnce() {
    assertThat(Input.problems(Map.of("order_id", " ", "amount", "x"), KEY))
        .containsExactly("action_type is missing", "order_id is missing", "amount is not a number");
  }

  @Test
  void hasSecretMembersMaskedFromThenOn() {
    Input.maskSecrets(Json.flat("{\"payer\": {\"customer\": \"Ottoline Crabtree\"}, \"note\": 5}"));

    assertThat(Masking.of("order of Ottoline Crabtree, 5")).isEqualTo("order of ***, 5");
  }
}
