package dev.threeledger.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BodiesTest {
  private static Map<String, String> key() {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("tenant_id", "1");
    key.put("statement_date", "2026-01-31");
    key.put("code", "007");
    return key;
  }

  private static Map<String, JsonNode> input() {
    Map<String, JsonNode> input = new LinkedHashMap<>();
    input.put("quantity", IntNode.valueOf(2));
    input.put("amount", TextNode.valueOf("99.95"));
    input.put("express", BooleanNode.TRUE);
    return input;
  }

  @Test
  void theKeyKeepsItsOrderAndWritesWholeNumbersAsNumbers() {
    assertThat(Bodies.key(key()))
        .isEqualTo("{\"tenant_id\":1,\"statement_date\":\"2026-01-31\",\"code\":\"007\"}");
  }

  @Test
  void theInputFollowsTheKeyAsItWasWritten() {
    assertThat(Bodies.input(key(), input()))
        .isEqualTo(
            "{\"tenant_id\":1,\"statement_date\":\"2026-01-31\",\"code\":\"007\","
                + "\"quantity\":2,\"amount\":\"99.95\",\"express\":true}");
  }

  @Test
  void theDigestDoesNotDependOnTheOrderOfTheInput() {
    Map<String, JsonNode> other = new LinkedHashMap<>();
    other.put("express", BooleanNode.TRUE);
    other.put("quantity", IntNode.valueOf(2));
    other.put("amount", TextNode.valueOf("99.95"));
    assertThat(Bodies.digest(input()))
        .isEqualTo(Bodies.digest(other))
        .isEqualTo(Trace.sha256("{\"amount\":\"99.95\",\"express\":true,\"quantity\":2}"))
        .isNotEqualTo(Bodies.digest(Map.of("amount", TextNode.valueOf("99.95"))));
    assertThat(Bodies.digest(Map.of())).isNull();
  }

  @Test
  void aTraceparentIsTheSameForTheSameSeedAndTriggerOnly() {
    assertThat(Trace.of(7, 1).traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
    assertThat(Trace.of(7, 1)).isEqualTo(Trace.of(7, 1)).isNotEqualTo(Trace.of(7, 2));
    assertThat(Trace.of(7, 1)).isNotEqualTo(Trace.of(8, 1));
  }
}
