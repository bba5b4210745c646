package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;

/** What a request says of a proxy; null for what it does not say. */
record ProxyRequest(String name, String listen, String upstream, Boolean enabled) {

  /**
   * @throws ApiException 400 when a field is of the wrong type
   */
  static ProxyRequest of(JsonNode body) {
    if (!body.isObject()) {
      throw ApiException.badBody("a proxy must be an object, not " + body);
    }
    JsonNode enabled = given(body, "enabled");
    if (enabled != null && !enabled.isBoolean()) {
      throw ApiException.badBody("enabled must be true or false, not " + enabled);
    }
    return new ProxyRequest(
        text(body, "name"),
        text(body, "listen"),
        text(body, "upstream"),
        enabled == null ? null : enabled.booleanValue());
  }

  /** The field's text, or null where it is missing. */
  static String text(JsonNode body, String field) {
    JsonNode value = given(body, field);
    if (value != null && !value.isTextual()) {
      throw ApiException.badBody(field + " must be a text, not " + value);
    }
    return value == null ? null : value.textValue();
  }

  static JsonNode given(JsonNode body, String field) {
    JsonNode value = body.get(field);
    return value == null || value.isNull() ? null : value;
  }

  /** The name of the first field that a new proxy needs and that is missing or empty, or null. */
  String missing() {
    if (name == null || name.isEmpty()) {
      return "name";
    }
    return upstream == null || upstream.isEmpty() ? "upstream" : null;
  }

  String listenOr(String fallback) {
    return listen == null ? fallback : listen;
  }

  boolean isEnabled() {
    return enabled == null || enabled;
  }
}
