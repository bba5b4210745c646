package dev.threeledger.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.bench.Figure.Better;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares a run's ratios with stored ones; never times, which differ from machine to machine. A
 * ratio has got worse when it lies beyond the tolerance in the worse direction:
 *
 * <pre>
 *   {"tolerance": 0.4, "ratios": {"wire/select 1, …: p50": {"ratio": 1.9, "better": "lower"}}}
 * </pre>
 *
 * <p>With a tolerance of 0.4, 1.9 may become 2.68, and of what is better higher 0.53 may become
 * 0.36: a difference of 0.02 is none. A ratio may carry a {@code tolerance} of its own.
 */
public final class Regression {
  /** For ratios that noise moves about as far as was seen between runs of one machine. */
  static final double TOLERANCE = 0.4;

  /** Parts of a hundredth or two of the whole come and go. */
  static final double NOTHING = 0.02;

  private Regression() {}

  /**
   * What came of the comparison.
   *
   * @param worse a sentence each, with both ratios
   * @param compared how many ratios stand in both
   * @param missing stored ratios of the groups that were run, which this run does not have
   */
  public record Outcome(List<String> worse, int compared, List<String> missing) {
    /** True when nothing got worse and nothing that was to be measured is missing. */
    public boolean good() {
      return worse.isEmpty() && missing.isEmpty();
    }
  }

  /**
   * @param stored as {@link #stored} makes it
   * @param figures of this run
   */
  public static Outcome compare(JsonNode stored, List<Figure> figures) {
    Map<String, Figure> now =
        figures.stream().collect(Collectors.toMap(Figure::id, Function.identity()));
    List<String> groups = figures.stream().map(Figure::group).distinct().toList();
    List<String> worse = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    int compared = 0;
    for (Map.Entry<String, JsonNode> entry : stored.path("ratios").properties()) {
      Figure figure = now.get(entry.getKey());
      JsonNode its = entry.getValue();
      if (figure != null && figure.reference() != null) {
        compared++;
        double tolerance =
            its.path("tolerance").asDouble(stored.path("tolerance").asDouble(TOLERANCE));
        double was = its.path("ratio").asDouble();
        if (worse(figure, was, tolerance)) {
          worse.add(
              "%s: %s of %s, was %s; %s is better, %d %% is tolerated"
                  .formatted(
                      entry.getKey(),
                      BenchMarkdown.number(figure.ratio()),
                      figure.reference(),
                      BenchMarkdown.number(was),
                      figure.better().name().toLowerCase(Locale.ROOT),
                      Math.round(100 * tolerance)));
        }
      } else if (groups.contains(entry.getKey().replaceAll("/.*", ""))
          && !its.path("optional").asBoolean()) {
        missing.add(entry.getKey());
      }
    }
    return new Outcome(worse, compared, missing);
  }

  private static boolean worse(Figure figure, double was, double tolerance) {
    double now = figure.ratio();
    return switch (figure.better()) {
      case LOWER -> !(now <= was * (1 + tolerance) + NOTHING);
      case HIGHER -> !(now >= was / (1 + tolerance) - NOTHING);
    };
  }

  /**
   * The tree of {@code docs/benchmarks.json} for a run: its ratios, without any time.
   *
   * <p>A ratio that moves more than the tolerance within the run gets one of its own: twice as far
   * as its repetitions lie apart.
   *
   * @param before what was stored until now: ratios that this run does not have are kept
   */
  public static ObjectNode stored(JsonNode before, List<Figure> figures) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("tolerance", before.path("tolerance").asDouble(TOLERANCE));
    ObjectNode ratios = tree.putObject("ratios");
    before
        .path("ratios")
        .properties()
        .forEach(e -> ratios.set(e.getKey(), e.getValue().deepCopy()));
    for (Figure figure : figures) {
      if (figure.reference() != null) {
        ObjectNode one = ratios.withObjectProperty(figure.id());
        one.put("ratio", Measured.rounded(figure.ratio()));
        one.put("better", figure.better() == Better.LOWER ? "lower" : "higher");
        double noise = 2 * figure.ratioSpread();
        if (noise > tree.path("tolerance").asDouble()) {
          one.put("tolerance", Measured.rounded(noise));
        }
      }
    }
    return tree;
  }
}
