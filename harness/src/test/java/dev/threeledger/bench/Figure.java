package dev.threeledger.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What was measured, next to its reference of the same run.
 *
 * @param group such as {@code wire}
 * @param name unique within its group
 * @param unit of the values
 * @param better which direction is better
 * @param values one per repetition, in order
 * @param reference what it is compared with; null: it is a reference itself
 * @param referenceValues one per repetition, in order; empty without a reference
 * @param aim what was aimed at, or null
 */
public record Figure(
    String group,
    String name,
    String unit,
    Better better,
    List<Double> values,
    String reference,
    List<Double> referenceValues,
    String aim) {
  /** Which direction is better. */
  public enum Better {
    LOWER,
    HIGHER
  }

  public Figure {
    values = List.copyOf(values);
    referenceValues = List.copyOf(referenceValues);
    if (values.isEmpty() || (reference == null) != referenceValues.isEmpty()) {
      throw new IllegalArgumentException(name + " has no values, or a reference without values");
    }
  }

  /** A figure that others are compared with. */
  public static Figure reference(
      String group, String name, String unit, Better better, List<Double> values) {
    return new Figure(group, name, unit, better, values, null, List.of(), null);
  }

  /** Next to another figure. */
  public Figure against(Figure other) {
    return against(other.name, other.values);
  }

  /** Next to values of the same repetitions. */
  public Figure against(String what, List<Double> its) {
    return new Figure(group, name, unit, better, values, what, its, aim);
  }

  /** With what was aimed at. */
  public Figure aiming(String at) {
    return new Figure(group, name, unit, better, values, reference, referenceValues, at);
  }

  /** What it is called in files: {@code wire/select 1, 1 connection, tap: p50}. */
  public String id() {
    return group + "/" + name;
  }

  /** The median of the values. */
  public double value() {
    return median(values);
  }

  /**
   * The median of what each repetition's value is of the reference's; NaN without a reference.
   * Where the two were not repeated equally often, the medians are compared.
   */
  public double ratio() {
    return reference == null ? Double.NaN : median(ratios());
  }

  /** Noise: how far the repetitions lie apart, as a part of the median; 0 for a single one. */
  public double spread() {
    return spread(values);
  }

  /** The same of the ratios; 0 without a reference. */
  public double ratioSpread() {
    return reference == null ? 0 : spread(ratios());
  }

  private List<Double> ratios() {
    if (values.size() != referenceValues.size()) {
      return List.of(median(values) / median(referenceValues));
    }
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / referenceValues.get(i));
    }
    return ratios;
  }

  /** The middle one; of an even number the mean of the middle two. */
  public static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double spread(List<Double> values) {
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    return most == least ? 0 : (most - least) / median(values);
  }
}
