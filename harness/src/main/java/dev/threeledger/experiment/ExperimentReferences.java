package dev.threeledger.experiment;

import dev.threeledger.external.OutsideProblemsException;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Place;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.scenario.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Whether what an experiment refers to is there: files, settings, operations, places. */
final class ExperimentReferences {
  private static final List<String> SIDES = List.of("baseline", "candidate");

  private final Path file;
  private final Place root;
  private final Problems problems;
  private final Map<Path, Optional<Subject>> subjects = new LinkedHashMap<>();
  private OutsideProblemsException outsideProblems;
  private Map<String, Boolean> operations; // those with an effect; null: not known
  private Collection<String> allOperations; // likewise

  private ExperimentReferences(Path file, Place root, Problems problems) {
    this.file = file;
    this.root = root;
    this.problems = problems;
  }

  static ExperimentReferences of(Path file, Place root, Problems problems) throws IOException {
    ExperimentReferences references = new ExperimentReferences(file, root, problems);
    references.loadOutside();
    return references;
  }

  /**
   * @throws OutsideProblemsException when the outside systems' own files are wrong
   */
  void demandOutside() throws OutsideProblemsException {
    if (outsideProblems != null) {
      throw outsideProblems;
    }
  }

  private void loadOutside() throws IOException {
    Optional<Place> place = root.optional("outside");
    Path directory = file.resolveSibling(text(place).orElse("scenarios/external")).normalize();
    if (!Files.isDirectory(directory)) {
      place
          .orElse(root.named("outside"))
          .problem(
              place.isPresent()
                  ? "no folder '" + text(place).orElse("") + "' relative to this file"
                  : "there is no scenarios/external beside this file; name the folder of the outside systems");
      return;
    }
    try {
      OutsideSystems systems = OutsideSystems.load(directory);
      operations = systems.deduplicates();
      allOperations = systems.operations();
    } catch (OutsideProblemsException e) {
      outsideProblems = e;
    }
  }

  void check() {
    Optional<Place> scenarios = root.optional("scenarios");
    scenarios
        .filter(ExperimentReferences::isList)
        .map(Place::items)
        .orElse(List.of())
        .forEach(item -> demand(item, "file or folder", Files::exists));
    if (scenarios.isEmpty() && !Files.exists(file.resolveSibling("scenarios"))) {
      root.named("scenarios")
          .problem(
              "there is no scenarios beside this file; list the files and folders of the cells");
    }
    Optional<Place> shared = root.optional("subject");
    Optional<Subject> ofBoth = shared.flatMap(this::subject);
    List<Subject> all = new ArrayList<>();
    for (String side : SIDES) {
      Optional<Place> place = root.optional(side);
      Optional<Place> own = place.flatMap(p -> p.optional("subject"));
      Optional<Subject> subject = own.isPresent() ? own.flatMap(this::subject) : ofBoth;
      subject.ifPresent(all::add);
      place.ifPresent(p -> side(p, subject.stream().toList()));
    }
    root.optional("fixed").ifPresent(p -> side(p, all));
    Vocabulary known = new Vocabulary(settings(all), operations);
    root.optional("changed").ifPresent(p -> text(p).ifPresent(t -> report(p, known.changed(t))));
    entries(root.optional("rollback")).forEach((name, value) -> rollback(known, name, value));
  }

  private void rollback(Vocabulary known, String name, Place value) {
    Optional<String> wrong = known.rollback(name);
    wrong.ifPresent(value::keyProblem);
    if (wrong.isEmpty() && name.endsWith(Vocabulary.DEDUPLICATES)) {
      value.yesOrNo();
    } else if (wrong.isEmpty() && name.equals("subject")) {
      demand(value, "file", Files::isRegularFile);
    } else if (wrong.isEmpty()
        && name.equals("data")
        && !text(value).orElse("").equals(Vocabulary.SCENARIOS_OWN)) {
      demand(value, "file", Files::isRegularFile);
    }
  }

  /** What a side, or both, sets. */
  private void side(Place place, List<Subject> subjects) {
    place.optional("data").ifPresent(p -> demand(p, "file", Files::isRegularFile));
    entries(place.optional("settings"))
        .forEach(
            (name, value) -> {
              for (Subject subject : subjects) {
                if (!subject.settings().containsKey(name)) {
                  value.keyProblem(Nearest.unknown("setting", name, subject.settings().keySet()));
                  break;
                }
              }
            });
    entries(place.optional("partner")).forEach(this::partner);
  }

  private void partner(String name, Place value) {
    Vocabulary.partner(name, operations).ifPresent(value::keyProblem);
  }

  /** Of several subjects the settings that each of them has. */
  private static Set<String> settings(List<Subject> subjects) {
    if (subjects.isEmpty()) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>(subjects.get(0).settings().keySet());
    subjects.forEach(subject -> names.retainAll(subject.settings().keySet()));
    return names;
  }

  private Optional<Subject> subject(Place place) {
    Optional<String> name = text(place);
    if (name.isEmpty() || !demand(place, "file", Files::isRegularFile)) {
      return Optional.empty();
    }
    Path path = file.resolveSibling(name.get()).normalize();
    Optional<Subject> subject = subjects.computeIfAbsent(path, this::load);
    subject
        .filter(known -> known.image() != null)
        .ifPresent(
            known ->
                place.problem(
                    "the workers of '%s' are containers (image: %s) and experiments run embedded; name a subject with a command"
                        .formatted(name.get(), known.image())));
    return subject;
  }

  private Optional<Subject> load(Path path) {
    try {
      return Optional.of(SubjectFile.load(path, allOperations));
    } catch (ProblemsException e) {
      e.problems()
          .forEach(p -> problems.add(new Location(p.file(), p.line(), p.column()), p.message()));
      return Optional.empty();
    }
  }

  private boolean demand(Place place, String what, Predicate<Path> there) {
    Optional<String> name = text(place);
    if (name.isPresent() && !there.test(file.toAbsolutePath().resolveSibling(name.get()))) {
      place.problem("no " + what + " '" + name.get() + "' relative to this file");
      return false;
    }
    return name.isPresent();
  }

  private static void report(Place place, Optional<String> wrong) {
    wrong.ifPresent(place::problem);
  }

  private static boolean isList(Place place) {
    return place.tree() instanceof Tree.Sequence;
  }

  /** What is written, when it is a text; the reader has told what else it is. */
  private static Optional<String> text(Optional<Place> place) {
    return place.flatMap(ExperimentReferences::text);
  }

  private static Optional<String> text(Place place) {
    return Stream.of(place.tree())
        .filter(Tree.Text.class::isInstance)
        .map(Tree.Text.class::cast)
        .filter(text -> !text.absent() && !text.text().isBlank())
        .map(Tree.Text::text)
        .findFirst();
  }

  private static Map<String, Place> entries(Optional<Place> place) {
    return place.filter(p -> p.tree() instanceof Tree.Mapping).map(Place::entries).orElse(Map.of());
  }
}
