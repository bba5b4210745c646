package dev.threeledger.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.BufferedReader;
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
          .addModule(new SimpleModule().addDeserializer(String.class, new SharedTexts()))
          .build();

  private TimelineJson() {}

  /** The part of a line that is the same for every event. */
  private record Place(long seq, long atNanos) {}

  /** Names of all events, as they stand in {@code event}. */
  public static List<String> eventNames() {
    return Arrays.stream(Event.class.getAnnotation(JsonSubTypes.class).value())
        .map(JsonSubTypes.Type::name)
        .toList();
  }

  /** One line without its line end. */
  public static String write(Entry entry) {
    return appendLine(new StringBuilder(), entry, event(entry.event())).toString();
  }

  /** {@code {"event":"RunStarted",…}}: the part of a line that does not depend on its place. */
  static String event(Event event) {
    try {
      return MAPPER.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event that has no JSON: " + event, e);
    }
  }

  /**
   * Appends what {@link #write(Entry)} gives.
   *
   * @param event what {@link #event} gave for the entry's event
   */
  static StringBuilder appendLine(StringBuilder lines, Entry entry, String event) {
    return lines
        .append("{\"seq\":")
        .append(entry.seq())
        .append(",\"atNanos\":")
        .append(entry.atNanos())
        .append(',')
        .append(event, 1, event.length());
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException when it is not a timeline line
   */
  public static Entry read(String line) {
    try {
      Place place = MAPPER.readValue(line, Place.class);
      return new Entry(place.seq(), place.atNanos(), MAPPER.readValue(line, Event.class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a timeline line: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads a whole file, in order. A last line that was cut short by a crash of the harness is left
   * out.
   */
  public static List<Entry> read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String line = in.readLine();
      for (int number = 1; line != null; number++) {
        String next = in.readLine();
        try {
          entries.add(read(line));
        } catch (IllegalArgumentException e) {
          if (next != null) {
            throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
          }
        }
        line = next;
      }
    }
    return entries;
  }
}
