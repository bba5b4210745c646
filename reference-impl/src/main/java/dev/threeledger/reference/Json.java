package dev.threeledger.reference;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Small flat JSON objects. The streaming parser alone: object mapping costs start-up time. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * Scalar members of an object as texts; empty when the text is none. Nested values are skipped.
   */
  static Map<String, String> read(String text) {
    Map<String, String> members = new LinkedHashMap<>();
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Map.of();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
          members.put(name, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
      return members;
    } catch (JsonProcessingException e) {
      return Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * As {@link #read}, with nested values by their path: {@code payer.name}, {@code lines[0].item}.
   */
  static Map<String, String> flat(String text) {
    Map<String, String> members = new LinkedHashMap<>();
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Map.of();
      }
      flatten(parser, "", members);
      return members;
    } catch (JsonProcessingException e) {
      return Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the parser's current value under that path. */
  private static void flatten(JsonParser parser, String path, Map<String, String> members)
      throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          flatten(parser, path.isEmpty() ? name : path + "." + name, members);
        }
      }
      case START_ARRAY -> {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          flatten(parser, path + "[" + i + "]", members);
        }
      }
      case VALUE_NULL -> {}
      default -> members.put(path, parser.getText());
    }
  }

  /** An object of names and values, in turn. */
  static String write(String... namesAndValues) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      generator.writeStartObject();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        generator.writeStringField(namesAndValues[i], namesAndValues[i + 1]);
      }
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
