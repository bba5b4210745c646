package dev.threeledger.external;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in a request a value stands: {@code $.headers['Name']}, {@code $.query['name']} (or {@code
 * $.query.name}), {@code $.path[1]} (segments from 0) or {@code $.body} followed by a JSONPath;
 * several of them are joined by {@code /}, as the parts of a business key are.
 */
final class Expression {
  private static final Pattern NAMED =
      Pattern.compile("\\$\\.(headers|query)(?:\\['([^']+)']|\\.([\\w-]+))");
  private static final Pattern SEGMENT = Pattern.compile("\\$\\.path\\[(\\d{1,3})]");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final Configuration PATHS =
      Configuration.builder()
          .jsonProvider(new JacksonJsonNodeJsonProvider(JSON))
          .mappingProvider(new JacksonMappingProvider(JSON))
          .options(Option.SUPPRESS_EXCEPTIONS)
          .build();

  private final List<Function<Incoming, String>> parts;
  private final String text;

  private Expression(List<Function<Incoming, String>> parts, String text) {
    this.parts = parts;
    this.text = text;
  }

  /**
   * Reads one expression, or the parts of a joined one.
   *
   * @throws IllegalArgumentException naming what is wrong and what can be written
   */
  static Expression parse(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("an empty list names nothing");
    }
    return new Expression(texts.stream().map(Expression::part).toList(), String.join(" / ", texts));
  }

  private static Function<Incoming, String> part(String text) {
    Matcher named = NAMED.matcher(text);
    if (named.matches()) {
      String name = named.group(2) == null ? named.group(3) : named.group(2);
      return named.group(1).equals("query")
          ? incoming -> incoming.query(name)
          : incoming -> incoming.header(name);
    }
    Matcher segment = SEGMENT.matcher(text);
    if (segment.matches()) {
      int index = Integer.parseInt(segment.group(1));
      return incoming -> index < incoming.path().size() ? incoming.path().get(index) : null;
    }
    if (text.startsWith("$.body.") || text.startsWith("$.body[")) {
      return inBody(text);
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' names nothing in a request; write $.headers['Name'], $.query['name'], $.path[0]"
            + " or $.body.field");
  }

  private static Function<Incoming, String> inBody(String text) {
    JsonPath path;
    try {
      path = JsonPath.compile("$" + text.substring("$.body".length()));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + text + "' is no JSONPath: " + e.getMessage(), e);
    }
    return incoming -> {
      try {
        JsonNode body = JSON.readTree(incoming.body());
        return body == null ? null : asText(path.read(body, PATHS));
      } catch (IOException e) {
        return null;
      }
    };
  }

  private static String asText(Object found) {
    if (!(found instanceof JsonNode node) || !node.isValueNode() || node.isNull()) {
      return null;
    }
    return node.isBigDecimal() ? node.decimalValue().toPlainString() : node.asText();
  }

  /** The value, or null when a part of it is not there. */
  String read(Incoming incoming) {
    List<String> values =
        parts.stream()
            .map(part -> part.apply(incoming))
            .takeWhile(value -> value != null && !value.isEmpty())
            .toList();
    return values.size() == parts.size() ? String.join("/", values) : null;
  }

  @Override
  public String toString() {
    return text;
  }
}
