package dev.threeledger.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads names that must exist elsewhere: in the subject, among the outside operations, among the
 * checks. Of a stored tree they were checked when it was written; then any name is taken.
 */
final class References {
  private final Known known;

  /**
   * @param known null: any name is taken
   */
  References(Known known) {
    this.known = known;
  }

  Optional<Subject> subject() {
    return Optional.ofNullable(known).map(Known::subject);
  }

  /** A setting's value; it must be of the kind of its default: a duration, a number or a word. */
  Optional<String> setting(String name, Place place) {
    Optional<String> value = place.text();
    if (known == null || value.isEmpty()) {
      return value;
    }
    String standard = known.subject().settings().get(name);
    if (standard == null) {
      place.keyProblem(Nearest.unknown("setting", name, known.subject().settings().keySet()));
    } else if (Durations.read(standard).isPresent() && Durations.read(value.get()).isEmpty()) {
      place.problem(Place.noDuration(value.get()));
    } else if (wholeNumber(standard) && !wholeNumber(value.get())) {
      place.problem(
          "'%s' is no whole number; write one such as the subject's default %s"
              .formatted(value.get(), standard));
    }
    return value;
  }

  private static boolean wholeNumber(String text) {
    return text.matches("-?\\d{1,9}");
  }

  /** A table whose row changes are followed. */
  Optional<String> table(Place place) {
    return known == null ? place.text() : place.known("table", known.subject().history().keySet());
  }

  /** An operation of an outside system. */
  Optional<String> operation(Place place) {
    return known == null ? place.text() : place.known("operation", known.operations());
  }

  /** The same for an operation that is a key; the problem stands at the key. */
  void operationKey(String operation, Place place) {
    if (known != null && !known.operations().contains(operation)) {
      place.keyProblem(Nearest.unknown("operation", operation, known.operations()));
    }
  }

  /** {@code database} or an outside system. */
  Optional<String> target(Place place) {
    if (known == null) {
      return place.text();
    }
    List<String> targets = new ArrayList<>(List.of("database"));
    targets.addAll(known.systems());
    return place.known("target", targets);
  }

  /** An action that cuts a worker's container off; the subject's workers must be containers. */
  void inContainers(Place action) {
    subject()
        .filter(subject -> subject.image() == null)
        .ifPresent(
            subject ->
                action.problem(
                    "partition cuts a container off: the workers of %s are processes;"
                            .formatted(subject.file())
                        + " give the subject an image:, or use refuse, reset or delay"));
  }

  /** A business key, its parts joined by {@code /}, as many as the subject's keys have. */
  Optional<String> key(Place place) {
    Optional<String> key = place.text();
    key.ifPresent(text -> parts(text.split("/", -1).length, "'" + text + "'", place));
    return key;
  }

  /**
   * The subject's key columns decide how many parts a key has. A single column may hold the whole
   * key as one text, of as many parts as its job has: nothing to compare.
   */
  void parts(int parts, String key, Place place) {
    List<String> columns =
        subject().map(Subject::fencing).map(Subject.Fencing::key).orElse(List.of());
    if (columns.size() > 1 && parts != columns.size()) {
      place.problem(
          "%s has %s; the subject's keys have %s: %s"
              .formatted(key, count(parts), count(columns.size()), String.join("/", columns)));
    }
  }

  private static String count(int parts) {
    return parts == 1 ? "1 part" : parts + " parts";
  }

  /** One of the ways in which the subject is triggered. */
  Optional<String> way(Place place) {
    return known == null ? place.text() : place.known("way", known.subject().triggers().keySet());
  }

  /** The condition of a trigger; the subject must tell where the state of a key stands. */
  Optional<Once> once(Place place) {
    if (known != null && !known.fenced()) {
      place.problem("the subject does not tell a key's state; add 'state:' to its 'fencing:'");
    }
    return place.word("role", Words.CONDITIONS);
  }

  /**
   * The role to which a commit brings a row; only rows of the subject's fencing table have one.
   *
   * @param wrote the table that the point names
   */
  Optional<StateRole> newState(Place place, Optional<String> wrote) {
    if (known != null && !known.fenced()) {
      place.problem("the subject does not tell a key's state; add 'state:' to its 'fencing:'");
    } else if (known != null && !wrote.equals(Optional.of(known.subject().fencing().table()))) {
      String table = known.subject().fencing().table();
      place.keyProblem(
          "only rows of %s have a state; write it beside 'wrote: %s'".formatted(table, table));
    }
    return place.word("role", Words.ROLES);
  }

  /** Input that the way does not send would be lost in silence. */
  void sendsInput(String way, Place input) {
    Optional<Subject.Call> call = subject().map(s -> s.triggers().get(way));
    if (call.isPresent() && !call.get().sends("input.json")) {
      input.keyProblem(
          "the subject's way '%s' does not send it; write ${input.json} in its url, body or headers"
              .formatted(way));
    }
  }

  /** {@code all} or a list of names; the result is in the fixed order of the checks. */
  List<String> checks(Optional<Place> written) {
    boolean all =
        written.isEmpty()
            || written.get().tree() instanceof Tree.Text text && text.text().equals("all");
    if (all) {
      return known == null ? List.of() : known.checks();
    }
    Place place = written.get();
    if (place.tree() instanceof Tree.Text text) {
      place.problem("'" + text.text() + "' is neither all nor a list; write all or [ a-check, … ]");
      return List.of();
    }
    List<String> names = place.names();
    if (known == null) {
      return names;
    }
    for (Place item : place.items()) {
      item.known("check", new TreeSet<>(known.checks()));
    }
    return known.checks().stream().filter(names::contains).toList();
  }
}
