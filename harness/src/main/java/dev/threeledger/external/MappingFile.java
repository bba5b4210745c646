package dev.threeledger.external;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.common.JsonException;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import dev.threeledger.wire.http.Exchanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads one file: a stub mapping, or {@code {"mappings": […]}}. */
final class MappingFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_.-]+");

  private final Path file;
  private final String text;
  private final String system;
  private final List<String> problems;

  private MappingFile(Path file, String text, String system, List<String> problems) {
    this.file = file;
    this.text = text;
    this.system = system;
    this.problems = problems;
  }

  /** The stubs that could be read; what could not is among the problems. */
  static List<Stub> read(Path directory, Path file, List<String> problems) throws IOException {
    Path relative = directory.relativize(file);
    if (relative.getNameCount() != 2) {
      problems.add(
          file + ": a mapping belongs into " + directory + "/<system>/; move the file there");
      return List.of();
    }
    String text = Files.readString(file);
    return new MappingFile(file, text, relative.getName(0).toString(), problems).stubs();
  }

  /** Without the parser's quotation of the whole file. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().replaceAll("(?s)\\s*\\(start marker at .*", "");
  }

  private List<Stub> stubs() {
    JsonNode tree;
    try {
      tree = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String where = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
      problems.add(file + where + ": no valid JSON: " + reason(e));
      return List.of();
    }
    if (!tree.isObject()) {
      problems.add(file + ": holds no mapping; write {\"request\": …, \"response\": …}");
      return List.of();
    }
    JsonNode several = tree.get("mappings");
    List<Stub> stubs = new ArrayList<>();
    if (several == null) {
      stub((ObjectNode) tree, baseName()).ifPresent(stubs::add);
      return stubs;
    }
    for (JsonNode mapping : several) {
      if (mapping.isObject()) {
        stub((ObjectNode) mapping, null).ifPresent(stubs::add);
      }
    }
    return stubs;
  }

  private String baseName() {
    String name = file.getFileName().toString();
    return system + "." + name.substring(0, name.length() - ".json".length());
  }

  private Optional<Stub> stub(ObjectNode mapping, String defaultName) {
    String name = mapping.path("name").asText(defaultName);
    if (name == null || !NAME.matcher(name).matches() || !name.startsWith(system + ".")) {
      problems.add(
          Stub.at(file, text, "name")
              + (": name: " + (name == null ? "missing" : "'" + name + "'"))
              + ("; an operation of this folder is named '" + system + ".<operation>'"));
      return Optional.empty();
    }
    int before = problems.size();
    OperationReader reader = new OperationReader(file, text, name, problems);
    Operation operation = reader.read(block(mapping));
    String forWireMock = forWireMock(mapping, name);
    return problems.size() > before
        ? Optional.empty()
        : Optional.of(
            new Stub(file, text, operation, reader.undoneBy(), reader.foundBy(), forWireMock));
  }

  private static JsonNode block(ObjectNode mapping) {
    for (JsonNode listener : mapping.path("serveEventListeners")) {
      if (listener.path("name").asText().equals(OutsideServer.LISTENER)) {
        return listener.path("parameters");
      }
    }
    return JSON.createObjectNode();
  }

  /**
   * The mapping with its name filled in, and matching only requests that came through a tap of this
   * system, or through none: two systems may have the same paths.
   */
  private String forWireMock(ObjectNode mapping, String name) {
    ObjectNode copy = mapping.deepCopy();
    copy.put("name", name);
    ObjectNode matcher = copy.withObjectProperty("request").withObjectProperty("headers");
    matcher
        .putObject(Exchanges.HEADER)
        .putArray("or")
        .add(JSON.createObjectNode().put("matches", Pattern.quote(system) + "/.*"))
        .add(JSON.createObjectNode().put("absent", true));
    try {
      StubMapping.buildFrom(copy.toString());
    } catch (JsonException | IllegalArgumentException e) {
      problems.add(file + ": " + name + ": WireMock does not take it: " + firstLine(e));
    }
    return copy.toString();
  }

  private static String firstLine(RuntimeException e) {
    if (e instanceof JsonException json && json.getErrors().first() != null) {
      return json.getErrors().first().getDetail();
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
