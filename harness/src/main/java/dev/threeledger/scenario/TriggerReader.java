package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Scenario.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads {@code when:}. An entry with {@code keys} becomes one trigger per key. */
final class TriggerReader {
  /** With {@code keys}: the triggers are spread over all workers, in turn. */
  private static final String ALL = "all";

  private final References references;
  private final int workers;

  /**
   * @param workers number of workers in the scenario
   */
  TriggerReader(References references, int workers) {
    this.references = references;
    this.workers = workers;
  }

  List<Trigger> triggers(Optional<Place> when) {
    return when.map(Place::items).orElse(List.of()).stream()
        .map(item -> item.fields("trigger").required("trigger"))
        .flatMap(Optional::stream)
        .flatMap(place -> triggers(place).stream())
        .toList();
  }

  private List<Trigger> triggers(Place place) {
    Fields fields = place.fields("job", "key", "keys", "with", "via", "worker", "once", "after");
    List<Map<String, String>> keys = keys(place, fields);
    Trigger first =
        new Trigger(
            fields.required("job").flatMap(Place::sentence).orElse(""),
            keys.get(0),
            fields.optional("with").map(with -> input(with, keys.get(0))).orElse(Map.of()),
            fields.optional("via").flatMap(references::way).orElse(Trigger.CALL),
            "1",
            fields.optional("once").flatMap(references::once).orElse(null),
            fields.optional("after").flatMap(Place::duration).orElse(Duration.ZERO));
    if (!first.input().isEmpty()) {
      references.sendsInput(first.via(), fields.optional("with").orElseThrow());
    }
    boolean many = fields.optional("keys").isPresent();
    Optional<String> worker = fields.optional("worker").flatMap(p -> worker(p, many));
    return IntStream.range(0, keys.size())
        .mapToObj(i -> first.of(keys.get(i)).to(worker(worker.orElse("1"), i)))
        .toList();
  }

  private String worker(String written, int index) {
    return written.equals(ALL) ? String.valueOf(index % workers + 1) : written;
  }

  private Optional<String> worker(Place place, boolean many) {
    if (place.tree() instanceof Tree.Text text) {
      if (text.text().equals(Trigger.ANY)) {
        return Optional.of(Trigger.ANY);
      }
      if (text.text().equals(ALL)) {
        if (!many) {
          place.problem("all spreads the triggers of several keys; write 'keys:', a number or any");
        }
        return Optional.of(ALL);
      }
    }
    return FaultReader.worker(place, workers);
  }

  /** At least one, though it may be an empty one where problems were added. */
  private List<Map<String, String>> keys(Place place, Fields fields) {
    Optional<Place> many = fields.optional("keys");
    if (many.isEmpty()) {
      return List.of(fields.required("key").map(this::key).orElse(Map.of()));
    }
    if (fields.optional("key").isPresent()) {
      place.problem("has both 'key:' and 'keys:'; remove one of them");
    }
    List<Map<String, String>> keys =
        many.get().tree() instanceof Tree.Mapping
            ? new KeyRange(key(many.get())).keys(many.get())
            : many.get().items().stream().map(this::key).toList();
    if (keys.isEmpty() && many.get().tree() instanceof Tree.Sequence) {
      many.get().problem("is empty; list at least one key");
    }
    return keys.isEmpty() ? List.of(Map.of()) : keys;
  }

  private Map<String, String> key(Place place) {
    Map<String, String> key = new LinkedHashMap<>();
    place.entries().forEach((part, value) -> value.text().ifPresent(text -> key.put(part, text)));
    if (place.tree() instanceof Tree.Mapping mapping) {
      if (mapping.fields().isEmpty()) {
        place.problem("is empty; write the key's parts by name");
      } else {
        references.parts(mapping.fields().size(), "the key", place);
      }
    }
    return key;
  }

  private static Map<String, JsonNode> input(Place place, Map<String, String> key) {
    Map<String, JsonNode> input = new LinkedHashMap<>();
    place
        .entries()
        .forEach(
            (name, value) -> {
              if (key.containsKey(name)) {
                value.keyProblem(
                    "'" + name + "' is already a part of the key; choose another name");
              }
              value.text().ifPresent(text -> input.put(name, value.tree().json()));
            });
    if (place.tree() instanceof Tree.Mapping mapping && mapping.fields().isEmpty()) {
      place.problem("is empty; write the input by name, or remove the key");
    }
    return input;
  }

  /** Keys that count in one part: {@code { order_id: 1001..1040, action_type: fulfil }}. */
  private record KeyRange(Map<String, String> key) {
    private static final int MOST = 1000;

    List<Map<String, String>> keys(Place place) {
      List<String> counting =
          key.entrySet().stream()
              .filter(part -> part.getValue().matches("\\d{1,9}\\.\\.\\d{1,9}"))
              .map(Map.Entry::getKey)
              .toList();
      if (counting.size() != 1) {
        place.problem(
            "must be a list of keys, or one key of which one part counts, such as"
                + " { order_id: 1001..1040, action_type: fulfil }");
        return List.of();
      }
      String part = counting.get(0);
      int dots = key.get(part).indexOf("..");
      int from = Integer.parseInt(key.get(part).substring(0, dots));
      int to = Integer.parseInt(key.get(part).substring(dots + 2));
      if (to < from || to - from >= MOST) {
        place.problem(
            "'%s' is no range of 1 to %d keys; write the lower number first"
                .formatted(key.get(part), MOST));
        return List.of();
      }
      List<Map<String, String>> keys = new ArrayList<>();
      for (int number = from; number <= to; number++) {
        Map<String, String> one = new LinkedHashMap<>(key);
        one.put(part, String.valueOf(number));
        keys.add(one);
      }
      return keys;
    }
  }
}
