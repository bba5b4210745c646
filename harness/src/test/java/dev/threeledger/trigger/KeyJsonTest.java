package dev.threeledger.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyJsonTest {
  @Test
  void keepsTheOrderAndWritesWholeNumbersAsNumbers() {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("tenant_id", "1");
    key.put("statement_date", "2026-01-31");
    key.put("code", "007");
    assertThat(Triggers.keyJson(key))
        .isEqualTo("{\"tenant_id\":1,\"statement_date\":\"2026-01-31\",\"code\":\"007\"}");
  }
}
