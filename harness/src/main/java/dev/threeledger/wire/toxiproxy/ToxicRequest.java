package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads toxics from requests; every problem is an {@link ApiException} with status 400. */
final class ToxicRequest {
  private ToxicRequest() {}

  /** A new toxic, defaults filled in. */
  static PlacedToxic create(JsonNode body) {
    mustBeObject(body);
    String stream = ProxyRequest.text(body, "stream");
    Direction direction =
        stream == null || stream.isEmpty() ? Direction.DOWNSTREAM : Direction.of(stream);
    String type = ProxyRequest.text(body, "type");
    Toxic standard = type == null ? null : Toxic.TYPES.get(type);
    if (standard == null) {
      throw new ApiException(400, "invalid toxic type");
    }
    String name = ProxyRequest.text(body, "name");
    return new PlacedToxic(
        name == null || name.isEmpty() ? type + "_" + direction.text() : name,
        type,
        direction,
        toxicity(body, 1),
        standard.with(new Attributes(body.get("attributes"))));
  }

  /** The toxic with the attributes and the toxicity that are given; the rest stays. */
  static PlacedToxic update(PlacedToxic placed, JsonNode body) {
    mustBeObject(body);
    return new PlacedToxic(
        placed.name(),
        placed.type(),
        placed.direction(),
        toxicity(body, placed.toxicity()),
        placed.toxic().with(new Attributes(body.get("attributes"))));
  }

  private static void mustBeObject(JsonNode body) {
    if (!body.isObject()) {
      throw ApiException.badBody("a toxic must be an object, not " + body);
    }
  }

  private static float toxicity(JsonNode body, float current) {
    JsonNode value = ProxyRequest.given(body, "toxicity");
    if (value != null && !value.isNumber()) {
      throw ApiException.badBody("toxicity must be a number, not " + value);
    }
    return value == null ? current : value.floatValue();
  }
}
