package dev.threeledger.scenario;

import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Limits;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the tree of one cell into a {@link Scenario}; what is wrong becomes problems. */
public final class ScenarioReader {
  static final Limits STANDARD_LIMITS =
      new Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300));
  private static final List<String> KEYS =
      List.of(
          "scenario",
          "family",
          "tags",
          "claim",
          "given",
          "secrets",
          "due",
          "when",
          "fault",
          "stop_when",
          "survives",
          "expect",
          "checks",
          "invariants",
          "limits",
          "verdict",
          "replay",
          "vary");

  /** A shorter secret would mask ordinary text. */
  private static final int SHORTEST = 4;

  /** Parts of the fault budget. */
  static final List<String> BUDGET = List.of("workers-lost");

  private final Problems problems;
  private final Known known;
  private final References references;
  private final Path file;
  private int workers = 1;

  /**
   * A reader for one file.
   *
   * @param known null for a stored tree: its references are taken as they are, and its data file
   *     need not exist
   * @param file what relative paths are relative to
   */
  public ScenarioReader(Path file, Known known, Problems problems) {
    this.problems = problems;
    this.known = known;
    this.references = new References(known);
    this.file = file;
  }

  /**
   * The scenario, or empty when problems were added.
   *
   * @param cell name of the cell, or null: {@code failure} when there are faults, else {@code
   *     normal}
   */
  public Optional<Scenario> read(Tree document, String cell) {
    Problems own = new Problems();
    Scenario scenario = scenario(Place.root(document, own).fields(keys()), cell);
    if (own.isEmpty() && known != null) {
      new QuietWindow(known.subject(), scenario).check(Place.root(document, own));
    }
    problems.addAll(own);
    return own.isEmpty() ? Optional.of(scenario) : Optional.empty();
  }

  /** A stored tree says which cell it is; a file says so under vary. */
  private List<String> keys() {
    return known != null
        ? KEYS
        : java.util.stream.Stream.concat(KEYS.stream(), java.util.stream.Stream.of("cell"))
            .toList();
  }

  private Scenario scenario(Fields fields, String cell) {
    String name = fields.required("scenario").flatMap(Place::kebab).orElse("");
    Given given = new GivenReader(file, known, references).given(fields.optional("given"));
    workers = given.workers();
    fields.optional("replay").ifPresent(Place::yesOrNo);
    List<Fault> faults =
        fields
            .optional("fault")
            .map(place -> new FaultReader(references, workers).faults(place))
            .orElse(List.of());
    List<String> checks = references.checks(fields.optional("checks"));
    String due = fields.optional("due").flatMap(Place::sentence).orElse(null);
    return new Scenario(
        name,
        cell(fields, cell, faults),
        fields.required("family").flatMap(Place::kebab).orElse(""),
        tags(fields.optional("tags")),
        fields.required("claim").flatMap(Place::sentence).orElse(""),
        given,
        secrets(fields.optional("secrets")),
        due,
        new TriggerReader(references, workers).triggers(fields.optional("when")),
        faults,
        fields
            .optional("stop_when")
            .map(place -> new StopReader(references).conditions(place, checks))
            .orElse(List.of()),
        survives(fields.optional("survives")),
        new ExpectationReader(references).expectations(fields.optional("expect")),
        checks,
        new InvariantReader(references.subject(), due).invariants(fields.optional("invariants")),
        limits(fields.optional("limits")),
        fields
            .optional("verdict")
            .flatMap(place -> place.word("verdict", Words.VERDICTS))
            .orElse(Verdict.PASS),
        file);
  }

  private static String cell(Fields fields, String cell, List<Fault> faults) {
    String standard = faults.isEmpty() ? "normal" : "failure";
    return cell != null
        ? cell
        : fields
            .optional("cell")
            .filter(place -> fields.optional("vary").isEmpty())
            .flatMap(Place::kebab)
            .orElse(standard);
  }

  private static List<String> tags(Optional<Place> tags) {
    return tags.map(Place::items).orElse(List.of()).stream()
        .flatMap(tag -> tag.kebab().stream())
        .toList();
  }

  /** No message repeats a value. */
  private List<String> secrets(Optional<Place> secrets) {
    List<String> values = new ArrayList<>();
    for (Place item : secrets.map(Place::items).orElse(List.of())) {
      Optional<String> value = item.text();
      // in a stored tree they are masked, one like the other
      boolean written = known != null;
      if (written && value.filter(text -> text.length() < SHORTEST).isPresent()) {
        item.problem(
            "is shorter than %d characters; it would mask ordinary text".formatted(SHORTEST));
      } else if (written && value.filter(values::contains).isPresent()) {
        item.problem("is repeated");
      }
      value.ifPresent(values::add);
    }
    return values;
  }

  private static Map<String, Integer> survives(Optional<Place> place) {
    Map<String, Integer> survives = new LinkedHashMap<>();
    place.ifPresent(
        present -> {
          Fields fields = present.fields(BUDGET);
          for (String part : BUDGET) {
            fields
                .optional(part)
                .flatMap(value -> value.wholeNumber(0, Integer.MAX_VALUE))
                .ifPresent(number -> survives.put(part, number));
          }
        });
    return survives;
  }

  private static Limits limits(Optional<Place> place) {
    if (place.isEmpty()) {
      return STANDARD_LIMITS;
    }
    Fields fields = place.get().fields("run", "recover", "quiet");
    return new Limits(
        limit(fields, "run", STANDARD_LIMITS.run()),
        limit(fields, "recover", STANDARD_LIMITS.recover()),
        limit(fields, "quiet", STANDARD_LIMITS.quiet()));
  }

  private static Duration limit(Fields fields, String name, Duration standard) {
    return fields.optional(name).flatMap(Place::positiveDuration).orElse(standard);
  }
}
