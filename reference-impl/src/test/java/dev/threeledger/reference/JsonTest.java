package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void readsScalarMembersAndSkipsTheRest() {
    assertThat(Json.read("{\"a\": 1, \"b\": \"x\", \"c\": {\"a\": 2}, \"d\": [3], \"e\": null}"))
        .isEqualTo(Map.of("a", "1", "b", "x"));
  }

  @Test
  void readsNothingFromWhatIsNoObject() {
    assertThat(Json.read("")).isEmpty();
    assertThat(Json.read("[1]")).isEmpty();
    assertThat(Json.read("{\"a\": 1")).isEmpty();
    assertThat(Json.read("<html>")).isEmpty();
  }

  @Test
  void writesMembersInOrder() {
    assertThat(Json.write("b", "1", "a", "say \"x\""))
        .isEqualTo("{\"b\":\"1\",\"a\":\"say \\\"x\\\"\"}");
  }
}
