package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.regex.Pattern;

/** Text as JSON without loss: reading the value back gives the same characters. */
final class Scalars {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9]\\d{0,8}");

  private Scalars() {}

  /** A number for a whole number in its plain form, such as 4; text for all else, such as 007. */
  static JsonNode json(String text) {
    return WHOLE_NUMBER.matcher(text).matches()
        ? JsonNodeFactory.instance.numberNode(Integer.parseInt(text))
        : JsonNodeFactory.instance.textNode(text);
  }
}
