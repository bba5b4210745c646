package dev.threeledger.experiment.report;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.cost.CostComparison.Outcome;
import dev.threeledger.cost.Metric;
import dev.threeledger.experiment.Difference;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Pair;
import dev.threeledger.experiment.PairClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a result reads, the same on the page, in a pull request and on a terminal. */
final class Words {
  private static final Pattern BATCH =
      Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d)-.*");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./=:@%+,-]+");

  /** Characters of a condition where all of them stand in few lines. */
  private static final int MOST = 240;

  private Words() {}

  /** {@code As expected} and what was expected. */
  static String expectation(ExperimentResult result) {
    String stated =
        result.experiment().expect() == null
            ? "a go, since its file states nothing else"
            : "a " + lower(result.experiment().expect().decision()) + ", as its file states";
    return (result.asExpected() ? "As expected: " : "Not as expected. Expected was ")
        + stated
        + ".";
  }

  /** When it was started, from the folder's name. */
  static String when(ExperimentResult result) {
    Matcher name = BATCH.matcher(result.batch());
    return name.matches() ? name.replaceFirst("$1-$2-$3 $4:$5:$6 UTC") : "not known";
  }

  /** What the comparison shows, in one or two sentences. */
  static String shows(ExperimentResult result) {
    Map<PairClass, Long> counts = counts(result);
    int all = result.pairs().size();
    if (nothingRun(result)) {
      return "No pair was run.";
    }
    long same = counts.getOrDefault(PairClass.SAME_PASS, 0L);
    String pairs =
        same == all
            ? all == 1
                ? "The one pair passes on both sides."
                : "All " + all + " pairs pass on both sides."
            : amount(all, "pair") + ": " + classes(result) + ".";
    return pairs + outcomes(result);
  }

  private static String outcomes(ExperimentResult result) {
    List<String> parts = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.HIGHER, Outcome.LOWER)) {
      List<String> metrics =
          costs(result).stream()
              .filter(cost -> cost.outcome() == outcome)
              .map(cost -> cost.metric().title())
              .toList();
      if (!metrics.isEmpty()) {
        parts.add(
            String.join(", ", metrics) + (metrics.size() == 1 ? " is " : " are ") + lower(outcome));
      }
    }
    if (!parts.isEmpty()) {
      return " On the candidate's side " + String.join("; ", parts) + ".";
    }
    return costs(result).isEmpty() ? "" : " No cost was found to be higher or lower.";
  }

  /** True when no side of any pair was run. */
  static boolean nothingRun(ExperimentResult result) {
    return result.pairs().stream()
        .allMatch(pair -> pair.baseline() == null && pair.candidate() == null);
  }

  /** The comparisons, none when no pair has a figure for any. */
  static List<CostComparison> costs(ExperimentResult result) {
    return result.costs().stream().allMatch(cost -> cost.pairs() == 0) ? List.of() : result.costs();
  }

  /** The beginning of a long text; the page has it whole, among the conditions. */
  static String brief(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST - 1) + "…";
  }

  /** How many pairs there are of each class that occurs. */
  static Map<PairClass, Long> counts(ExperimentResult result) {
    return counts(result.pairs());
  }

  static Map<PairClass, Long> counts(List<Pair> pairs) {
    Map<PairClass, Long> counts = new EnumMap<>(PairClass.class);
    pairs.forEach(pair -> counts.merge(pair.pairClass(), 1L, Long::sum));
    return counts;
  }

  /** {@code 1 same-pass, 4 broken}. */
  static String classes(ExperimentResult result) {
    return classes(result.pairs());
  }

  static String classes(List<Pair> pairs) {
    List<String> parts = new ArrayList<>();
    counts(pairs).forEach((kind, count) -> parts.add(count + " " + kind.yamlName()));
    return String.join(", ", parts);
  }

  /** The changed variable; where its values were not recorded, both are null. */
  static List<Difference> variable(ExperimentResult result) {
    return result.differences().isEmpty()
        ? List.of(new Difference(result.experiment().changed(), null, null))
        : result.differences();
  }

  /** Why the variable is not exactly the named one; empty: it is. */
  static String notOneVariable(ExperimentResult result) {
    List<Difference> found = result.differences();
    if (found.isEmpty()) {
      return "No run recorded a difference between the sides.";
    }
    String changed = result.experiment().changed();
    return found.size() == 1 && found.get(0).path().equals(changed)
        ? ""
        : "The sides differ in "
            + amount(found.size(), "place")
            + "; the one named variable is "
            + changed
            + ".";
  }

  /** A value of a side. */
  static String value(String value) {
    return value == null ? "(not there)" : value.isEmpty() ? "(empty)" : value;
  }

  static List<Condition> missing(ExperimentResult result) {
    return result.conditions().stream().filter(condition -> !condition.met()).toList();
  }

  /** The command that judges the folder again. */
  static String recheck(ExperimentResult result) {
    return recheck(result, "reports/" + result.batch());
  }

  /** Likewise, of a folder at that place. */
  static String recheck(ExperimentResult result, String folder) {
    return "./threeledger recheck " + word(folder) + " --digest " + result.digest();
  }

  /** The command that replays the first deviating run, empty: none deviated. */
  static String replay(ExperimentResult result) {
    return replay(result, "reports/" + result.batch());
  }

  /** Likewise, of a folder at that place. */
  static String replay(ExperimentResult result, String folder) {
    return result
        .firstDeviation()
        .map(first -> first.run())
        .or(() -> result.stoppedBy().map(stopped -> stopped.run()))
        .map(run -> "./threeledger replay " + word(folder + "/" + run))
        .orElse("");
  }

  /** A word of a shell command. */
  private static String word(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** A figure with its unit: {@code 12.3 ms}, {@code 1.5 MB}, {@code 14}. */
  static String figure(Metric metric, double figure) {
    if (!Double.isFinite(figure)) {
      return "not known";
    }
    if (metric.unit().equals("bytes")) {
      return bytes(figure);
    }
    String unit = metric.unit().isEmpty() ? "" : " " + metric.unit();
    return number(figure) + unit;
  }

  private static String bytes(double bytes) {
    double size = Math.abs(bytes);
    if (size < 10_000) {
      return number(bytes) + " B";
    }
    return size < 10_000_000 ? number(bytes / 1e3) + " kB" : number(bytes / 1e6) + " MB";
  }

  private static String number(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    return String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.2f" : "%.1f", number);
  }

  /** The candidate's figure over the baseline's, or the difference with its sign. */
  static String ratio(CostComparison cost, double ratio) {
    if (Double.isNaN(ratio)) {
      return "not known";
    }
    if (Double.isInfinite(ratio)) {
      return ratio > 0 ? "no bound" : "no bound below";
    }
    if (cost.absolute()) {
      return (ratio > 0 ? "+" : "") + figure(cost.metric(), ratio);
    }
    return times(ratio);
  }

  /** {@code 1.02}. */
  static String times(double ratio) {
    if (ratio > 0 && ratio < 0.01) {
      return String.format(Locale.ROOT, "%.4f", ratio);
    }
    return String.format(Locale.ROOT, ratio < 100 ? "%.2f" : "%.0f", ratio);
  }

  /** {@code 0.98 to 1.12}. */
  static String interval(CostComparison cost) {
    return Double.isNaN(cost.low()) || Double.isNaN(cost.high())
        ? "not known"
        : ratio(cost, cost.low()) + " to " + ratio(cost, cost.high());
  }

  /** What the outcome means; of one that is not resolved, why. */
  static String outcome(CostComparison cost) {
    if (cost.outcome() != Outcome.NOT_RESOLVED) {
      return lower(cost.outcome());
    }
    return cost.pairs() < cost.least()
        ? "not resolved: " + amount(cost.pairs(), "pair") + ", " + cost.least() + " are needed"
        : "not resolved: its interval lies on both sides of a bound";
  }

  /** {@code not resolved} for {@code NOT_RESOLVED}. */
  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** {@code 1 pair}, {@code 3 pairs}. */
  static String amount(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
