package dev.threeledger.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * One run of the benchmarks.
 *
 * @param machine what it ran on: name to value, in order
 * @param how what was asked for: name to value, in order
 * @param figures in the order in which they were measured
 * @param skipped what was not measured, and why
 */
public record Measured(
    Map<String, String> machine,
    Map<String, String> how,
    List<Figure> figures,
    Map<String, String> skipped) {

  /** The tree of {@code bench.json}. */
  public ObjectNode json() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    machine.forEach(tree.putObject("machine")::put);
    how.forEach(tree.putObject("how")::put);
    ArrayNode list = tree.putArray("figures");
    for (Figure figure : figures) {
      ObjectNode one = list.addObject().put("id", figure.id());
      if (figure.reference() != null) {
        one.put("ratio", rounded(figure.ratio()));
        one.put("ratioSpread", rounded(figure.ratioSpread()));
      }
      one.put("value", rounded(figure.value()));
      one.put("unit", figure.unit());
      one.put("spread", rounded(figure.spread()));
      one.put("better", figure.better().name().toLowerCase(java.util.Locale.ROOT));
      figure.values().forEach(value -> one.withArray("values").add(rounded(value)));
      if (figure.reference() != null) {
        one.put("reference", figure.reference());
        one.put("referenceValue", rounded(Figure.median(figure.referenceValues())));
      }
      if (figure.aim() != null) {
        one.put("aim", figure.aim());
      }
    }
    skipped.forEach(tree.putObject("skipped")::put);
    return tree;
  }

  /** Four significant digits: more is noise. */
  static double rounded(double value) {
    return value == 0 || !Double.isFinite(value)
        ? value
        : new java.math.BigDecimal(value).round(new java.math.MathContext(4)).doubleValue();
  }
}
