package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The one way in which trees become text here, and text becomes trees. */
final class Trees {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final ObjectMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
              .stringQuotingChecker(new YamlQuoting())
              .build());

  private Trees() {}

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static JsonNode of(Object value) {
    return JSON.valueToTree(value);
  }

  static String json(JsonNode tree) {
    return write(JSON, tree) + "\n";
  }

  static String yaml(JsonNode tree) {
    return write(YAML, tree);
  }

  static JsonNode readJson(String text) throws IOException {
    return JSON.readTree(text);
  }

  static JsonNode readYaml(String text) throws IOException {
    return YAML.readTree(text);
  }

  private static String write(ObjectMapper mapper, JsonNode tree) {
    try {
      return mapper.writeValueAsString(tree);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree can always be written", e);
    }
  }
}
