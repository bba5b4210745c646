package dev.threeledger.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.TimelineJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** How events, times and trees read. */
final class Wording {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SHOWN_ELSEWHERE =
      Set.of("seq", "atNanos", "event", "worker", "target", "key");

  private Wording() {}

  /** {@code 612.4}: milliseconds since the run started. */
  static String millis(long atNanos) {
    return String.format(Locale.ROOT, "%.1f", atNanos / 1e6);
  }

  /** {@code 950 ms}, {@code 3.4 s}, {@code 2 min 05 s}. */
  static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
        : String.format(Locale.ROOT, "%d min %02d s", millis / 60_000, millis / 1000 % 60);
  }

  /** {@code commit acknowledged} for {@code CommitAcknowledged}. */
  static String name(Event event) {
    return event.name().replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** Where it happened: {@code worker 1 · database}, {@code payments}, {@code harness}. */
  static String lane(Event event) {
    List<String> parts = new ArrayList<>();
    if (event.worker() != null) {
      parts.add("worker " + event.worker());
    }
    if (event.target() != null) {
      parts.add(event.target());
    }
    return parts.isEmpty() ? "harness" : String.join(" · ", parts);
  }

  /** What else the event says, as {@code field: value} in the order of the file. */
  static List<String> details(Entry entry) {
    List<String> details = new ArrayList<>();
    try {
      JsonNode tree = JSON.readTree(TimelineJson.write(entry));
      tree.properties().stream()
          .filter(field -> !SHOWN_ELSEWHERE.contains(field.getKey()))
          .filter(field -> !field.getValue().isEmpty() || field.getValue().isValueNode())
          .forEach(field -> details.add(field.getKey() + ": " + flow(field.getValue())));
    } catch (IOException e) {
      throw new UncheckedIOException("we wrote it ourselves", e);
    }
    return details;
  }

  /** One line: {@code commit acknowledged; worker 1 · database; key …; xid: 748}. */
  static String line(Entry entry) {
    List<String> parts = new ArrayList<>(List.of(name(entry.event()), lane(entry.event())));
    if (entry.event().key() != null) {
      parts.add("key " + entry.event().key());
    }
    parts.addAll(details(entry));
    return String.join("; ", parts);
  }

  /** A tree on one line, as YAML's flow form without quotes: for reading only. */
  static String flow(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      List<String> fields = new ArrayList<>();
      object.properties().forEach(e -> fields.add(e.getKey() + ": " + flow(e.getValue())));
      return "{" + String.join(", ", fields) + "}";
    }
    if (tree.isArray()) {
      List<String> items = new ArrayList<>();
      tree.forEach(item -> items.add(flow(item)));
      return "[" + String.join(", ", items) + "]";
    }
    return tree.asText();
  }
}
