package dev.threeledger.scenario;

import dev.threeledger.scenario.Subject.Call;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.scenario.Subject.Ready;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the tree of {@code subject.yaml} into a {@link Subject}. */
final class SubjectReader {
  /** All keys of the file. */
  static final List<String> KEYS =
      List.of(
          "subject",
          "image",
          "command",
          "prepare",
          "prepare_settings",
          "environment",
          "ready",
          "trigger",
          "stop",
          "settings",
          "periodic",
          "history",
          "fencing",
          "ledgers",
          "reconcile",
          "states",
          "transitions",
          "retry",
          "secrets_allowed",
          "tenant",
          "manual",
          "fair",
          "invariants");

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
  private static final List<String> SIGNALS = List.of("TERM", "INT", "HUP", "QUIT", "KILL");

  private final Path file;
  private final Problems problems;
  private final Collection<String> operations;

  /**
   * @param operations known outside operations, or null: any
   */
  SubjectReader(Path file, Collection<String> operations, Problems problems) {
    this.file = file;
    this.operations = operations;
    this.problems = problems;
  }

  Optional<Subject> read(Tree document) {
    Fields fields = Place.root(document, problems).fields(KEYS);
    Map<String, String> settings = settings(fields.optional("settings"));
    SubjectTexts texts = new SubjectTexts(settings, operations);
    SubjectLedgers ledgers = new SubjectLedgers(operations);
    Map<String, List<String>> history = ledgers.history(fields.optional("history"));
    Fencing fencing = fields.optional("fencing").map(p -> ledgers.fencing(p, history)).orElse(null);
    Map<String, StateRole> states = ledgers.states(fields.required("states"));
    Optional<Place> image = fields.optional("image");
    Optional<Place> stop = fields.optional("stop");
    Optional<Fields> sql = fields.required("ledgers").map(p -> p.fields("business", "execution"));
    String business = sql.flatMap(s -> s.required("business")).flatMap(Place::sentence).orElse("");
    String execution =
        sql.flatMap(s -> s.required("execution")).flatMap(Place::sentence).orElse("");
    PromisesReader promises = new PromisesReader(texts, fencing, history);
    Subject subject =
        new Subject(
            fields.required("subject").flatMap(Place::kebab).orElse(""),
            file.toAbsolutePath().normalize().getParent(),
            image.flatMap(Place::sentence).orElse(null),
            (image.isPresent() ? fields.optional("command") : fields.required("command"))
                .map(p -> command(p, texts))
                .orElse(List.of()),
            fields.optional("prepare").map(p -> command(p, texts)).orElse(List.of()),
            prepareSettings(fields.optional("prepare_settings"), settings),
            environment(fields.optional("environment"), texts),
            ready(fields.required("ready"), texts),
            triggers(fields.required("trigger"), texts),
            stop.flatMap(SubjectReader::stopSignal).orElse("TERM"),
            stop.flatMap(SubjectReader::stopWithin).orElse(Duration.ofSeconds(5)),
            settings,
            periodic(fields.optional("periodic"), texts),
            history,
            fencing,
            business,
            execution,
            ledgers.reconcile(fields.optional("reconcile")),
            states,
            ledgers.transitions(fields.optional("transitions"), states),
            fields.optional("retry").map(p -> promises.retry(p)).orElse(null),
            fields.optional("secrets_allowed").map(Place::names).orElse(List.of()),
            promises.read(fields, new InvariantReader(business, execution)),
            file);
    return problems.isEmpty() ? Optional.of(subject) : Optional.empty();
  }

  private static Map<String, String> settings(Optional<Place> place) {
    Map<String, String> settings = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (name, value) -> {
              if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
                value.keyProblem("'" + name + "' is no name; write letters, digits, - or _");
              }
              value.text().ifPresent(text -> settings.put(name, text));
            });
    return settings;
  }

  private static List<String> prepareSettings(Optional<Place> place, Map<String, String> settings) {
    if (place.isEmpty()) {
      return List.copyOf(settings.keySet());
    }
    List<String> names = new ArrayList<>();
    for (Place item : place.get().items()) {
      item.known("setting", settings.keySet()).ifPresent(names::add);
    }
    return names;
  }

  private static List<String> command(Place place, SubjectTexts texts) {
    List<String> words =
        place.items().stream().flatMap(item -> texts.process(item).stream()).toList();
    if (place.tree() instanceof Tree.Sequence sequence && sequence.items().isEmpty()) {
      place.problem("is empty; list the program and its arguments");
    }
    return words;
  }

  private static Map<String, String> environment(Optional<Place> place, SubjectTexts texts) {
    Map<String, String> environment = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (name, value) -> {
              if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                value.keyProblem(
                    "'" + name + "' is no name of a variable; write letters, digits or _");
              }
              texts.process(value).ifPresent(text -> environment.put(name, text));
            });
    return environment;
  }

  private static Ready ready(Optional<Place> place, SubjectTexts texts) {
    Optional<Fields> fields = place.map(p -> p.fields("http", "within"));
    return new Ready(
        fields.flatMap(f -> f.required("http")).flatMap(texts::process).orElse(""),
        fields
            .flatMap(f -> f.optional("within"))
            .flatMap(Place::positiveDuration)
            .orElse(Duration.ofSeconds(20)));
  }

  private static Map<String, Call> triggers(Optional<Place> place, SubjectTexts texts) {
    Map<String, Call> ways = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (name, value) -> {
              if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
                value.keyProblem(
                    "'" + name + "' is no name of a way; write lower-case words such as replay");
              }
              ways.put(name, call(value, texts));
            });
    place.map(Fields::new).ifPresent(fields -> fields.required(Scenario.Trigger.CALL));
    return ways;
  }

  private static Call call(Place place, SubjectTexts texts) {
    Fields fields = place.fields("method", "url", "body", "headers", "timeout");
    Map<String, String> headers = new LinkedHashMap<>();
    fields
        .optional("headers")
        .map(Place::entries)
        .orElse(Map.of())
        .forEach((name, value) -> texts.trigger(value).ifPresent(text -> headers.put(name, text)));
    return new Call(
        fields.optional("method").flatMap(p -> p.known("method", METHODS)).orElse("POST"),
        fields.required("url").flatMap(texts::trigger).orElse(""),
        fields.optional("body").flatMap(texts::trigger).orElse(""),
        headers,
        fields.optional("timeout").flatMap(Place::positiveDuration).orElse(Duration.ofSeconds(5)));
  }

  private static Optional<String> stopSignal(Place stop) {
    return stop.tree() instanceof Tree.Text
        ? stop.known("signal", SIGNALS)
        : stop.fields("signal", "within")
            .optional("signal")
            .flatMap(place -> place.known("signal", SIGNALS));
  }

  private static Optional<Duration> stopWithin(Place stop) {
    return stop.optional("within").flatMap(Place::positiveDuration);
  }

  private static Map<String, String> periodic(Optional<Place> place, SubjectTexts texts) {
    Map<String, String> periodic = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (name, value) -> texts.duration(value).ifPresent(text -> periodic.put(name, text)));
    return periodic;
  }
}
