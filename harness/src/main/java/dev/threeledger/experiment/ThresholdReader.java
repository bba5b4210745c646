package dev.threeledger.experiment;

import dev.threeledger.cost.Metric;
import dev.threeledger.scenario.Fields;
import dev.threeledger.scenario.Place;
import dev.threeledger.scenario.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the conditions of {@code pass_when}. */
final class ThresholdReader {
  private static final Map<String, PairClass> CLASSES =
      ExperimentReader.words(PairClass.values(), PairClass::yamlName);
  private static final Map<String, Metric> METRICS =
      ExperimentReader.words(Metric.values(), Metric::yamlName);
  private static final List<String> FORMS = List.of("verdicts", "pairs", "cost");

  private ThresholdReader() {}

  static List<Threshold> all(Place list) {
    List<Threshold> thresholds = new ArrayList<>();
    List<Place> items = list.items();
    for (Place item : items) {
      Optional<Threshold> read = one(item);
      if (read.isPresent() && thresholds.contains(read.get())) {
        item.problem("is written twice");
      }
      read.ifPresent(thresholds::add);
    }
    if (items.isEmpty() && list.tree() instanceof Tree.Sequence) {
      list.problem("is empty; list at least one condition");
    }
    return thresholds;
  }

  private static Optional<Threshold> one(Place item) {
    if (item.optional("verdicts").isPresent()) {
      return verdicts(item.fields("verdicts", "no", "where"));
    }
    if (item.optional("pairs").isPresent()) {
      return pairs(item, item.fields("pairs", "at_least", "at_most"));
    }
    if (item.optional("cost").isPresent()) {
      return cost(item.fields("cost", "at_most", "of"));
    }
    List<String> known = new ArrayList<>(FORMS);
    known.addAll(List.of("no", "where", "at_least", "at_most", "of"));
    item.fields(known);
    if (item.tree() instanceof Tree.Mapping) {
      item.problem(
          "is no condition; begin with verdicts: candidate, with pairs: fixed or with cost: statements");
    }
    return Optional.empty();
  }

  private static Optional<Threshold> verdicts(Fields fields) {
    Optional<String> of =
        fields.required("verdicts").flatMap(p -> p.known("side", List.of("candidate")));
    Optional<String> no = fields.required("no").flatMap(p -> p.known("verdict", List.of("FAIL")));
    Optional<Place> where = fields.optional("where");
    Optional<String> passes = where.flatMap(p -> p.known("condition", List.of("baseline-passes")));
    return of.isPresent() && no.isPresent() && where.isPresent() == passes.isPresent()
        ? Optional.of(new Threshold.Verdicts(passes.isPresent()))
        : Optional.empty();
  }

  private static Optional<Threshold> pairs(Place item, Fields fields) {
    Optional<PairClass> pairs =
        fields.required("pairs").flatMap(p -> p.word("class of pairs", CLASSES));
    Optional<Integer> least = fields.optional("at_least").flatMap(ThresholdReader::count);
    Optional<Integer> most = fields.optional("at_most").flatMap(ThresholdReader::count);
    if (!fields.hasOneOf(List.of("at_least", "at_most"))) {
      item.problem("has no bound; write at_least or at_most");
      return Optional.empty();
    }
    if (least.isPresent() && most.isPresent() && least.get() > most.get()) {
      item.problem("at_least is greater than at_most; no number fits both");
      return Optional.empty();
    }
    return pairs
        .filter(known -> least.isPresent() || most.isPresent())
        .map(known -> new Threshold.Pairs(known, least.orElse(null), most.orElse(null)));
  }

  private static Optional<Integer> count(Place place) {
    return place.wholeNumber(0, Integer.MAX_VALUE);
  }

  private static Optional<Threshold> cost(Fields fields) {
    Optional<Metric> metric = fields.required("cost").flatMap(p -> p.word("metric", METRICS));
    Optional<Double> most = fields.required("at_most").flatMap(ThresholdReader::ratio);
    Optional<String> of = fields.required("of").flatMap(p -> p.known("side", List.of("baseline")));
    return metric.isPresent() && most.isPresent() && of.isPresent()
        ? Optional.of(new Threshold.Cost(metric.get(), most.get()))
        : Optional.empty();
  }

  private static Optional<Double> ratio(Place place) {
    Optional<String> text = place.text();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean quoted = place.tree() instanceof Tree.Text scalar && scalar.quoted();
    if (quoted || !text.get().matches("(0|[1-9]\\d{0,5})(\\.\\d{1,6})?")) {
      place.problem(
          "'" + text.get() + "' is no number; write one such as 1.10, without quotes or unit");
      return Optional.empty();
    }
    double ratio = Double.parseDouble(text.get());
    if (ratio <= 0) {
      place.problem("must be more than zero; 1.10 means at most a tenth more than the baseline");
      return Optional.empty();
    }
    return Optional.of(ratio);
  }
}
