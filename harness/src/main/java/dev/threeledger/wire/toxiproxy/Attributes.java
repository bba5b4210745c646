package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;

/** The {@code attributes} of a request: whole numbers by name. */
final class Attributes {
  private final JsonNode given;

  /**
   * @param given an object; null or a JSON null: no attribute was given
   */
  Attributes(JsonNode given) {
    if (given != null && !given.isNull() && !given.isObject()) {
      throw ApiException.badBody("attributes must be an object, not " + given);
    }
    this.given = given;
  }

  /**
   * The attribute, or {@code current} when it was not given.
   *
   * @throws ApiException 400 when it is not a whole number
   */
  long get(String name, long current) {
    JsonNode value = given == null ? null : given.get(name);
    if (value == null || value.isNull()) {
      return current;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw ApiException.badBody("attributes." + name + " must be a whole number, not " + value);
    }
    return value.longValue();
  }
}
