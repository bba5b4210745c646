package dev.threeledger.experiment;

import dev.threeledger.check.Checks;
import dev.threeledger.experiment.Experiment.Expected;
import dev.threeledger.experiment.Experiment.Fixed;
import dev.threeledger.experiment.Experiment.Side;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.scenario.Fields;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Place;
import dev.threeledger.scenario.Tree;
import dev.threeledger.timeline.TimelineJson;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the document of an {@code experiment.yaml}, whatever it refers to. After a problem some of
 * what it gives is missing.
 */
final class ExperimentReader {
  private static final List<String> KEYS =
      List.of(
          "experiment",
          "topic",
          "chapter",
          "claim",
          "scenarios",
          "outside",
          "subject",
          "baseline",
          "candidate",
          "changed",
          "cells",
          "fixed",
          "repeat",
          "pass_when",
          "stop_when",
          "expect",
          "observe",
          "owner",
          "rollback",
          "not_covered");
  private static final int MOST = 999_999_999;
  private static final Map<String, StopRule> RULES = words(StopRule.values(), StopRule::yamlName);
  private static final Map<String, Observation> OBSERVATIONS =
      words(Observation.values(), Observation::yamlName);
  private static final Map<String, Decision> DECISIONS =
      words(Decision.values(), decision -> decision.name().toLowerCase(Locale.ROOT));

  private final Path file;

  ExperimentReader(Path file) {
    this.file = file;
  }

  /** The words of a fixed set, in its order. */
  static <E> Map<String, E> words(E[] values, Function<E, String> name) {
    return Arrays.stream(values)
        .collect(
            Collectors.toMap(name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
  }

  Experiment read(Place root) {
    Fields fields = root.fields(KEYS);
    Path subject = fields.optional("subject").flatMap(this::path).orElse(null);
    Set<StopRule> stopWhen =
        fields.required("stop_when").map(p -> set(p, "stop rule", RULES)).orElse(Set.of());
    Experiment experiment =
        new Experiment(
            fields.required("experiment").flatMap(Place::kebab).orElse(""),
            fields.optional("topic").flatMap(Place::sentence).orElse(null),
            fields.optional("chapter").flatMap(Place::sentence).orElse(null),
            fields.required("claim").flatMap(Place::sentence).orElse(""),
            fields
                .optional("scenarios")
                .map(this::paths)
                .orElseGet(() -> List.of(resolved("scenarios"))),
            fields
                .optional("outside")
                .flatMap(this::path)
                .orElseGet(() -> resolved("scenarios/external")),
            fields.required("baseline").map(p -> side(p, subject)).orElse(null),
            fields.required("candidate").map(p -> side(p, subject)).orElse(null),
            fields.required("changed").flatMap(Place::sentence).orElse(""),
            fields.required("cells").map(ExperimentReader::cells).orElse(CellFilter.all()),
            fields.optional("fixed").map(this::fixed).orElseGet(this::nothingFixed),
            fields.optional("repeat").flatMap(p -> p.wholeNumber(1, 1000)).orElse(1),
            fields.required("pass_when").map(ThresholdReader::all).orElse(List.of()),
            stopWhen,
            fields.optional("expect").map(p -> expected(p, stopWhen)).orElse(null),
            fields
                .optional("observe")
                .map(p -> set(p, "observation", OBSERVATIONS))
                .orElseGet(() -> new LinkedHashSet<>(List.of(Observation.values()))),
            fields.required("owner").flatMap(Place::sentence).orElse(""),
            fields.required("rollback").map(ExperimentReader::rollback).orElse(Map.of()),
            fields.required("not_covered").map(ExperimentReader::sentences).orElse(List.of()),
            file.toAbsolutePath().normalize());
    demandSubject(fields, root);
    return experiment;
  }

  /** Each side has a subject: the one of both, or its own. */
  private static void demandSubject(Fields fields, Place root) {
    boolean each =
        List.of("baseline", "candidate").stream()
            .allMatch(side -> root.optional(side).flatMap(p -> p.optional("subject")).isPresent());
    if (!each) {
      fields.required("subject");
    }
  }

  private Side side(Place place, Path subject) {
    Fields fields = place.fields("version", "subject", "settings", "partner", "data");
    return new Side(
        fields.optional("version").flatMap(Place::sentence).orElse(null),
        fields.optional("subject").flatMap(this::path).orElse(subject),
        fields.optional("settings").map(ExperimentReader::texts).orElse(Map.of()),
        fields.optional("partner").map(ExperimentReader::partner).orElse(Map.of()),
        fields.optional("data").flatMap(this::path).orElse(null));
  }

  private Fixed fixed(Place place) {
    Fields fields = place.fields("seed", "concurrency", "settings", "partner", "data");
    return new Fixed(
        fields.optional("seed").flatMap(p -> p.wholeNumber(0, MOST)).orElse(1),
        fields.optional("concurrency").flatMap(p -> p.wholeNumber(1, 64)).orElse(2),
        fields.optional("settings").map(ExperimentReader::texts).orElse(Map.of()),
        fields.optional("partner").map(ExperimentReader::partner).orElse(Map.of()),
        fields.optional("data").flatMap(this::path).orElse(null));
  }

  private Fixed nothingFixed() {
    return new Fixed(1, 2, Map.of(), Map.of(), null);
  }

  private static CellFilter cells(Place place) {
    Fields fields = place.fields("families", "tags", "ids");
    if (place.tree() instanceof Tree.Mapping
        && !fields.hasOneOf(List.of("families", "tags", "ids"))) {
      place.problem("chooses nothing; write families, tags or ids");
    }
    return new CellFilter(
        fields.optional("families").map(Place::names).orElse(List.of()),
        fields.optional("tags").map(Place::names).orElse(List.of()),
        fields.optional("ids").map(Place::names).orElse(List.of()));
  }

  private static Expected expected(Place place, Set<StopRule> stopWhen) {
    Fields fields = place.fields("decision", "first_deviation", "stopped_by");
    Optional<Decision> decision =
        fields.required("decision").flatMap(p -> p.word("decision", DECISIONS));
    Optional<Fields> deviation =
        fields.optional("first_deviation").map(ExperimentReader::firstDeviation);
    Optional<Place> stoppedBy = fields.optional("stopped_by");
    Optional<StopRule> rule = stoppedBy.flatMap(p -> p.word("stop rule", RULES));
    if (rule.isPresent() && decision.filter(Decision.GO::equals).isPresent()) {
      stoppedBy.get().problem("an experiment that is stopped is no go; write decision: stop");
    } else if (rule.isPresent() && !stopWhen.isEmpty() && !stopWhen.contains(rule.get())) {
      stoppedBy
          .get()
          .problem("'" + rule.get().yamlName() + "' is not among stop_when; add it there");
    }
    return new Expected(
        decision.orElse(Decision.STOP),
        deviation.flatMap(f -> f.optional("check")).flatMap(ExperimentReader::check).orElse(null),
        deviation.flatMap(f -> f.optional("scenario")).flatMap(Place::kebab).orElse(null),
        deviation.flatMap(f -> f.optional("event")).flatMap(ExperimentReader::event).orElse(null),
        rule.orElse(null));
  }

  private static Fields firstDeviation(Place place) {
    Fields fields = place.fields("check", "scenario", "event");
    if (place.tree() instanceof Tree.Mapping
        && !fields.hasOneOf(List.of("check", "scenario", "event"))) {
      place.problem("says nothing; write check, scenario or event");
    }
    return fields;
  }

  /** A check, or an invariant of the scenario or the subject. */
  private static Optional<String> check(Place place) {
    boolean invariant =
        place.tree() instanceof Tree.Text text && text.text().startsWith("invariant:");
    return invariant ? place.sentence() : place.known("check", Checks.names());
  }

  private static Optional<String> event(Place place) {
    Optional<String> event = place.sentence();
    List<String> known = TimelineJson.eventNames();
    Optional<String> name = event.map(text -> text.split(" ", 2)[0]);
    if (name.isPresent() && !known.contains(name.get())) {
      place.problem(Nearest.unknown("event", name.get(), known));
    }
    return event;
  }

  private static <E> Set<E> set(Place place, String what, Map<String, E> words) {
    Set<E> set = new LinkedHashSet<>();
    List<Place> items = place.items();
    for (Place item : items) {
      Optional<E> read = item.word(what, words);
      if (read.isPresent() && !set.add(read.get())) {
        item.problem("is written twice");
      }
    }
    if (items.isEmpty() && place.tree() instanceof Tree.Sequence) {
      place.problem("is empty; list at least one " + what);
    }
    return set;
  }

  private static Map<String, String> texts(Place place) {
    Map<String, String> texts = new LinkedHashMap<>();
    place.entries().forEach((name, value) -> value.text().ifPresent(text -> texts.put(name, text)));
    return texts;
  }

  private static Map<String, String> partner(Place place) {
    Map<String, String> partner = new LinkedHashMap<>();
    place
        .entries()
        .forEach((name, value) -> value.yesOrNo().ifPresent(is -> partner.put(name, "" + is)));
    return partner;
  }

  private static Map<String, String> rollback(Place place) {
    Map<String, String> rollback = texts(place);
    if (rollback.isEmpty()
        && place.tree() instanceof Tree.Mapping mapping
        && mapping.fields().isEmpty()) {
      place.problem("is empty; write what turns the candidate into the baseline again");
    }
    return rollback;
  }

  private static List<String> sentences(Place place) {
    List<Place> items = place.items();
    if (items.isEmpty() && place.tree() instanceof Tree.Sequence) {
      place.problem("is empty; list at least one input that it says nothing about");
    }
    return items.stream().flatMap(item -> item.sentence().stream()).toList();
  }

  private List<Path> paths(Place place) {
    List<Place> items = place.items();
    if (items.isEmpty() && place.tree() instanceof Tree.Sequence) {
      place.problem("is empty; list at least one file or folder");
    }
    return items.stream().flatMap(item -> path(item).stream()).toList();
  }

  private Optional<Path> path(Place place) {
    return place.sentence().map(this::resolved);
  }

  private Path resolved(String text) {
    return file.toAbsolutePath().resolveSibling(text).normalize();
  }
}
