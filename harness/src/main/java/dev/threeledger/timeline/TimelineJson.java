package dev.threeledger.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The form of one line of {@code timeline.jsonl}: {@code
 * {"seq":1,"atNanos":0,"event":"RunStarted",…}}.
 */
public final class TimelineJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private TimelineJson() {}

  /** Names of all events, as they stand in {@code event}. */
  public static List<String> eventNames() {
    return Arrays.stream(Event.class.getAnnotation(JsonSubTypes.class).value())
        .map(JsonSubTypes.Type::name)
        .toList();
  }

  /** One line without its line end. */
  public static String write(Entry entry) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("seq", entry.seq()).put("atNanos", entry.atNanos());
    line.setAll((ObjectNode) MAPPER.valueToTree(entry.event()));
    return line.toString();
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException when it is not a timeline line
   */
  public static Entry read(String line) {
    try {
      JsonNode tree = MAPPER.readTree(line);
      return new Entry(
          tree.path("seq").asLong(),
          tree.path("atNanos").asLong(),
          MAPPER.treeToValue(tree, Event.class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a timeline line: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads a whole file, in order. A last line that was cut short by a crash of the harness is left
   * out.
   */
  public static List<Entry> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<Entry> entries = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      try {
        entries.add(read(lines.get(i)));
      } catch (IllegalArgumentException e) {
        if (i < lines.size() - 1) {
          throw new IOException(file + ":" + (i + 1) + ": " + e.getMessage(), e);
        }
      }
    }
    return entries;
  }
}
