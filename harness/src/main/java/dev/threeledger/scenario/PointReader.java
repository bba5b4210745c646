package dev.threeledger.scenario;

import dev.threeledger.scenario.FaultPoint.HttpStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the moment at which a fault strikes. */
final class PointReader {
  static final List<String> POINTS =
      List.of("db: statement", "db: commit", "http: <operation>", "trigger: sent");
  private static final List<String> KINDS = List.of("db", "http", "trigger");
  private static final List<String> COMMON = List.of("key", "worker", "occurrence");
  private static final Map<String, List<String>> CONDITIONS =
      Map.of(
          "db: statement", List.of("writes", "command"),
          "db: commit", List.of("wrote", "state"),
          "http", List.of("at"),
          "trigger: sent", List.of());

  private final References references;
  private final int workers;

  PointReader(References references, int workers) {
    this.references = references;
    this.workers = workers;
  }

  Optional<FaultPoint> point(Place place) {
    if (place.tree() instanceof Tree.Text) {
      place.text().ifPresent(text -> place.problem(Nearest.unknown("fault point", text, POINTS)));
      return Optional.empty();
    }
    if (!(place.tree() instanceof Tree.Mapping mapping)) {
      place.fields();
      return Optional.empty();
    }
    List<String> kinds = KINDS.stream().filter(mapping.fields()::containsKey).toList();
    if (kinds.size() != 1) {
      place.problem(
          "must name one fault point, found %s; known: %s"
              .formatted(
                  kinds.isEmpty() ? "none" : String.join(" and ", kinds),
                  String.join(", ", POINTS)));
      return Optional.empty();
    }
    return kinds.get(0).equals("http") ? http(place) : fixed(place, mapping, kinds.get(0));
  }

  private Optional<FaultPoint> fixed(Place place, Tree.Mapping mapping, String kind) {
    Place value = place.child(kind, mapping.fields().get(kind));
    Optional<String> word = value.text();
    String point = kind + ": " + word.orElse("");
    if (word.isEmpty()) {
      return Optional.empty();
    }
    if (!CONDITIONS.containsKey(point)) {
      place.problem(Nearest.unknown("fault point", point, POINTS));
      return Optional.empty();
    }
    Fields fields = place.fields(keys(kind, point));
    return Optional.of(
        switch (point) {
          case "db: statement" -> statement(fields);
          case "db: commit" -> commit(fields);
          default -> new FaultPoint.TriggerSent(worker(fields), key(fields), occurrence(fields));
        });
  }

  private FaultPoint statement(Fields fields) {
    return new FaultPoint.Statement(
        fields.optional("writes").flatMap(references::table).orElse(null),
        fields.optional("command").flatMap(PointReader::command).orElse(null),
        worker(fields),
        key(fields),
        occurrence(fields));
  }

  private FaultPoint commit(Fields fields) {
    Optional<String> wrote = fields.optional("wrote").flatMap(references::table);
    return new FaultPoint.Commit(
        wrote.orElse(null),
        fields.optional("state").flatMap(p -> references.newState(p, wrote)).orElse(null),
        worker(fields),
        key(fields),
        occurrence(fields));
  }

  private static Optional<String> command(Place place) {
    Optional<String> command = place.text();
    if (command.isPresent() && !command.get().matches("[a-z]+")) {
      place.problem(
          "'%s' is no command; write a statement's first word in lower case, such as insert"
              .formatted(command.get()));
      return Optional.empty();
    }
    return command;
  }

  private Optional<FaultPoint> http(Place place) {
    Fields fields = place.fields(keys("http", "http"));
    Optional<String> operation = fields.required("http").flatMap(references::operation);
    Optional<HttpStep> at = fields.required("at").flatMap(p -> p.word("step", Words.STEPS));
    String worker = worker(fields);
    String key = key(fields);
    int occurrence = occurrence(fields);
    return operation.isEmpty() || at.isEmpty()
        ? Optional.empty()
        : Optional.of(new FaultPoint.Http(operation.get(), at.get(), worker, key, occurrence));
  }

  private static List<String> keys(String kind, String point) {
    List<String> keys = new ArrayList<>(List.of(kind));
    keys.addAll(CONDITIONS.get(point));
    keys.addAll(COMMON);
    return keys;
  }

  private String worker(Fields fields) {
    return fields.optional("worker").flatMap(p -> FaultReader.worker(p, workers)).orElse(null);
  }

  private String key(Fields fields) {
    return fields.optional("key").flatMap(references::key).orElse(null);
  }

  private static int occurrence(Fields fields) {
    return fields
        .optional("occurrence")
        .flatMap(p -> p.wholeNumber(1, Integer.MAX_VALUE))
        .orElse(1);
  }
}
