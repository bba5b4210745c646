package dev.threeledger.experiment.report;

import dev.threeledger.cost.CostComparison;
import dev.threeledger.report.Markup;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The ratios with their intervals as SVG: a row per metric, a logarithmic axis that has 1 in its
 * middle, the equivalence margin as a band. An end that lies beyond the axis becomes an arrow. A
 * difference has no place on an axis of ratios: its row gives the figure in words.
 */
final class ForestPlot {
  private static final double WIDTH = 900;
  private static final double LEFT = 230;
  private static final double RIGHT = 680;
  private static final double ROW = 28;
  private static final double TOP = 24;

  /** No axis is narrower: a tenth must not look like a catastrophe. */
  private static final double LEAST_SPAN = 1.5;

  /** No axis is wider: one wild figure must not flatten the others. */
  private static final double MOST_SPAN = 64;

  private static final double[] TICKS = {1, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20, 50};
  private static final double TICK_ROOM = 36;

  private final List<CostComparison> costs;
  private final double span;
  private final Markup svg = new Markup();

  private ForestPlot(List<CostComparison> costs) {
    this.costs = costs;
    this.span = span(costs);
  }

  static String draw(List<CostComparison> costs) {
    return new ForestPlot(costs).draw();
  }

  /** The axis reaches from 1 / span to span. */
  private static double span(List<CostComparison> costs) {
    double widest =
        costs.stream()
            .filter(cost -> !cost.absolute())
            .flatMapToDouble(
                cost -> DoubleStream.of(cost.low(), cost.ratio(), cost.high(), cost.margin()))
            .filter(ratio -> Double.isFinite(ratio) && ratio > 0)
            .map(ratio -> Math.exp(Math.abs(Math.log(ratio))))
            .max()
            .orElse(1);
    return Math.min(MOST_SPAN, Math.max(LEAST_SPAN, widest * 1.08));
  }

  private String draw() {
    double bottom = TOP + costs.size() * ROW;
    svg.open(
        "svg",
        "class",
        "forest",
        "viewBox",
        "0 0 " + at(WIDTH) + " " + at(bottom + 26),
        "role",
        "img",
        "aria-label",
        "Costs of the candidate over the baseline, with intervals");
    double margin = costs.get(0).margin();
    double from = x(1 / margin);
    svg.empty(
        "rect",
        "class",
        "band",
        "x",
        at(from),
        "y",
        at(TOP - 6),
        "width",
        at(x(margin) - from),
        "height",
        at(bottom - TOP + 6));
    text("head", LEFT, 12, "start", "← the candidate costs less");
    text("head", RIGHT, 12, "end", "more →");
    axis(bottom);
    for (int i = 0; i < costs.size(); i++) {
      row(costs.get(i), TOP + (i + 0.5) * ROW);
    }
    return svg.closeLine().toString();
  }

  private void axis(double bottom) {
    line("axis", LEFT, bottom, RIGHT, bottom);
    line("one", x(1), TOP - 6, x(1), bottom);
    double last = x(1) - TICK_ROOM;
    for (double tick : TICKS) {
      if (tick <= span && x(tick) - last >= TICK_ROOM) {
        last = x(tick);
        tick(tick, bottom, Words.times(tick));
        if (tick > 1) {
          tick(1 / tick, bottom, Words.times(1 / tick));
        }
      }
    }
  }

  private void tick(double ratio, double bottom, String label) {
    line("axis", x(ratio), bottom, x(ratio), bottom + 4);
    text("tick", x(ratio), bottom + 17, "middle", label);
  }

  private void row(CostComparison cost, double y) {
    svg.open("g", "class", CostsPart.css(cost.outcome()));
    text("metric", LEFT - 14, y + 4, "end", cost.metric().title());
    line("row", LEFT, y + ROW / 2, RIGHT, y + ROW / 2);
    if (cost.absolute()) {
      String difference = "difference " + Words.ratio(cost, cost.ratio());
      text("words", x(1), y + 4, "middle", difference + ", " + Words.interval(cost));
    } else if (Double.isNaN(cost.ratio())
        || Double.isNaN(cost.low())
        || Double.isNaN(cost.high())) {
      text("words", x(1), y + 4, "middle", "no interval");
    } else {
      interval(cost, y);
    }
    text("outcome", RIGHT + 16, y + 4, "start", Words.lower(cost.outcome()));
    svg.close();
  }

  private void interval(CostComparison cost, double y) {
    double low = x(cost.low());
    double high = x(cost.high());
    line("interval", low, y, high, y);
    end(cost.low() < 1 / span, low, y, 1);
    end(cost.high() > span, high, y, -1);
    if (cost.ratio() >= 1 / span && cost.ratio() <= span) {
      double x = x(cost.ratio());
      svg.empty(
          "rect",
          "class",
          "median",
          "x",
          at(x - 4.5),
          "y",
          at(y - 4.5),
          "width",
          "9",
          "height",
          "9");
    }
  }

  /** A bar, or an arrow that points out of the picture; {@code inward}: 1 to the right. */
  private void end(boolean beyond, double x, double y, int inward) {
    if (beyond) {
      String points =
          at(x)
              + ","
              + at(y)
              + " "
              + at(x + inward * 8)
              + ","
              + at(y - 5)
              + " "
              + at(x + inward * 8)
              + ","
              + at(y + 5);
      svg.empty("polygon", "class", "beyond", "points", points);
    } else {
      line("interval", x, y - 5, x, y + 5);
    }
  }

  private void line(String style, double x1, double y1, double x2, double y2) {
    svg.empty("line", "class", style, "x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2));
  }

  private void text(String style, double x, double y, String anchor, String text) {
    svg.element("text", text, "class", style, "x", at(x), "y", at(y), "text-anchor", anchor);
  }

  /** Of a ratio; what lies beyond the axis is put at its end. */
  private double x(double ratio) {
    double within = Math.max(1 / span, Math.min(span, ratio));
    double share = (Math.log(within) / Math.log(span) + 1) / 2;
    return LEFT + share * (RIGHT - LEFT);
  }

  private static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }
}
