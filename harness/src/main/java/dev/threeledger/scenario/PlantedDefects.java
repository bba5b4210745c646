package dev.threeledger.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The table of a subject's planted defects: which cell shows each, which check must find it, and at
 * which event.
 *
 * @param setting the subject's setting that switches a defect on; its default is the correct
 *     executor
 * @param rows in the order of the file
 * @param file where it was read from
 */
public record PlantedDefects(String setting, List<Row> rows, Path file) {
  private static final List<String> ROW_KEYS =
      List.of("defect", "cell", "set", "caught-by", "at", "alone", "profile");

  public PlantedDefects {
    rows = List.copyOf(rows);
  }

  /**
   * One defect in one cell.
   *
   * @param defect value of the setting
   * @param cell id of the cell as {@code ./threeledger run --list} shows it
   * @param set further {@code name=value}, as after {@code --set}; the control runs with them too
   * @param check that must FAIL
   * @param at event of the first deviation: its name, and where it tells more the table or
   *     operation, such as {@code RowChanged job_run}
   * @param alone true: no other check may FAIL; {@code as-expected}, which only restates what the
   *     scenario's author expects, is not counted
   * @param longProfile true: left out of the quick profile
   * @param where the row stands
   */
  public record Row(
      String defect,
      String cell,
      List<String> set,
      String check,
      String at,
      boolean alone,
      boolean longProfile,
      Location where) {
    public Row {
      set = List.copyOf(set);
    }
  }

  /**
   * Reads the table.
   *
   * @param checks names of all checks
   * @param events names of all events
   * @throws ProblemsException with every problem of the file
   */
  public static PlantedDefects load(
      Path file, Subject subject, Collection<String> checks, Collection<String> events)
      throws ProblemsException {
    Problems problems = new Problems();
    Optional<PlantedDefects> read =
        YamlFile.read(file, problems)
            .map(tree -> read(Place.root(tree, problems), file, subject, checks, events));
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private static PlantedDefects read(
      Place root,
      Path file,
      Subject subject,
      Collection<String> checks,
      Collection<String> events) {
    Fields fields = root.fields("setting", "rows");
    String setting =
        fields
            .required("setting")
            .flatMap(place -> place.known("setting", subject.settings().keySet()))
            .orElse("");
    List<Row> rows = new ArrayList<>();
    fields
        .required("rows")
        .ifPresent(
            place -> place.items().forEach(item -> row(item, checks, events).ifPresent(rows::add)));
    return new PlantedDefects(setting, rows, file);
  }

  private static Optional<Row> row(
      Place place, Collection<String> checks, Collection<String> events) {
    Fields fields = place.fields(ROW_KEYS);
    Optional<String> defect = fields.required("defect").flatMap(Place::kebab);
    Optional<String> cell = fields.required("cell").flatMap(Place::sentence);
    List<String> set = fields.optional("set").map(Place::texts).orElse(List.of());
    Optional<String> check = fields.required("caught-by").flatMap(caught -> check(caught, checks));
    Optional<String> at = fields.required("at").flatMap(event -> event(event, events));
    boolean alone = fields.optional("alone").flatMap(Place::yesOrNo).orElse(false);
    boolean slow =
        fields
            .optional("profile")
            .flatMap(profile -> profile.known("profile", List.of("quick", "long")))
            .filter("long"::equals)
            .isPresent();
    if (defect.isEmpty() || cell.isEmpty() || check.isEmpty() || at.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Row(
            defect.get(), cell.get(), set, check.get(), at.get(), alone, slow, place.tree().at()));
  }

  /** A check, or an invariant of the scenario or the subject. */
  private static Optional<String> check(Place place, Collection<String> checks) {
    boolean invariant =
        place.tree() instanceof Tree.Text text && text.text().startsWith("invariant:");
    return invariant ? place.sentence() : place.known("check", checks);
  }

  private static Optional<String> event(Place place, Collection<String> events) {
    return place
        .text()
        .filter(
            text -> {
              String name = text.split(" ", 2)[0];
              if (!events.contains(name)) {
                place.problem(Nearest.unknown("event", name, events));
                return false;
              }
              return true;
            });
  }
}
