package dev.threeledger.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads a subject's texts and holds their placeholders to what will fill them. */
final class SubjectTexts {
  private static final List<String> PROCESS =
      List.of(
          "database.jdbc",
          "database.url",
          "database.host",
          "database.port",
          "database.name",
          "database.user",
          "database.password",
          "subject.port",
          "subject.url",
          "subject.worker");

  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Collection<String> operations;

  /**
   * @param operations known outside operations, or null: any system has a URL
   */
  SubjectTexts(Map<String, String> settings, Collection<String> operations) {
    settings.forEach((name, value) -> this.settings.put("settings." + name, value));
    this.operations = operations;
  }

  /** A text for a process: database, outside systems, the worker itself and settings. */
  Optional<String> process(Place place) {
    return text(place, processNames(), false);
  }

  /** A text for a trigger: the same, and the job and its key. */
  Optional<String> trigger(Place place) {
    List<String> names = new ArrayList<>(processNames());
    names.addAll(List.of("job", "key", "key.json", "input.json", "trigger.traceparent"));
    return text(place, names, true);
  }

  /** A text that is a duration once the settings are filled in. */
  Optional<String> duration(Place place) {
    return filled(place, value -> Durations.read(value).isPresent(), Place::noDuration);
  }

  /** The same; longer than zero. */
  Optional<String> positiveDuration(Place place) {
    return filled(
        place,
        value -> Durations.read(value).filter(duration -> !duration.isZero()).isPresent(),
        value ->
            Durations.read(value).isPresent()
                ? "must be longer than zero"
                : Place.noDuration(value));
  }

  /** A text that is a whole number once the settings are filled in. */
  Optional<String> wholeNumber(Place place) {
    return filled(
        place,
        value -> value.matches("\\d{1,9}"),
        value -> "'" + value + "' is no whole number; write one such as 5");
  }

  private Optional<String> filled(
      Place place,
      java.util.function.Predicate<String> valid,
      java.util.function.UnaryOperator<String> otherwise) {
    Optional<String> text = text(place, new ArrayList<>(settings.keySet()), false);
    text.map(written -> Placeholders.fill(written, settings))
        .filter(value -> !valid.test(value))
        .ifPresent(value -> place.problem(otherwise.apply(value)));
    return text;
  }

  private Optional<String> text(Place place, List<String> names, boolean keyParts) {
    Optional<String> text = place.text();
    if (text.isEmpty()) {
      return text;
    }
    boolean fits = true;
    if (text.get().replaceAll("\\$\\{[^}]*}", "").contains("${")) {
      place.problem("'${' is not closed; write ${name}");
      fits = false;
    }
    for (String name : Placeholders.names(text.get())) {
      if (!names.contains(name) && !free(name, keyParts)) {
        place.problem("nothing fills ${" + name + "}; " + known(name, names));
        fits = false;
      }
    }
    return fits ? text : Optional.empty();
  }

  private boolean free(String name, boolean keyParts) {
    return keyParts && name.matches("key\\..+")
        || operations == null && name.matches("external\\.[^.]+\\.url");
  }

  private static String known(String name, List<String> names) {
    String meant = Nearest.to(name, names).map(near -> "did you mean ${" + near + "}? ").orElse("");
    return meant + "known here: " + (names.isEmpty() ? "none" : String.join(", ", names));
  }

  private List<String> processNames() {
    List<String> names = new ArrayList<>(PROCESS);
    if (operations != null) {
      new TreeSet<>(Known.systems(operations))
          .forEach(system -> names.add("external." + system + ".url"));
    }
    names.addAll(settings.keySet());
    return names;
  }
}
