package dev.threeledger.external;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A request out of literals. */
record FakeIncoming(
    Map<String, String> headers, Map<String, String> queries, List<String> path, String text)
    implements Incoming {

  static FakeIncoming post(String key, String body) {
    return new FakeIncoming(Map.of("Idempotency-Key", key), Map.of(), List.of("charges"), body);
  }

  static FakeIncoming get(String parameter, String value) {
    return new FakeIncoming(Map.of(), Map.of(parameter, value), List.of("charges"), "");
  }

  @Override
  public String header(String name) {
    return headers.get(name);
  }

  @Override
  public String query(String name) {
    return queries.get(name);
  }

  @Override
  public byte[] body() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
