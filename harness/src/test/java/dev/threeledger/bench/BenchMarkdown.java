package dev.threeledger.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The text of {@code bench.md}: ratios first. */
public final class BenchMarkdown {
  private BenchMarkdown() {}

  /** The whole page. */
  public static String of(Measured measured) {
    StringBuilder page = new StringBuilder("# Benchmarks\n\n");
    measured
        .machine()
        .forEach(
            (name, value) ->
                page.append("- ").append(name).append(": ").append(value).append('\n'));
    measured
        .how()
        .forEach(
            (name, value) ->
                page.append("- ").append(name).append(": ").append(value).append('\n'));
    Set<String> groups = new LinkedHashSet<>();
    measured.figures().forEach(figure -> groups.add(figure.group()));
    for (String group : groups) {
      page.append("\n## ").append(group).append("\n\n");
      table(
          page,
          measured.figures().stream().filter(figure -> figure.group().equals(group)).toList());
    }
    if (!measured.skipped().isEmpty()) {
      page.append("\n## Not measured\n\n");
      measured
          .skipped()
          .forEach(
              (what, why) -> page.append("- ").append(what).append(": ").append(why).append('\n'));
    }
    return page.toString();
  }

  private static void table(StringBuilder page, List<Figure> figures) {
    page.append("| what | ratio | value | reference | noise | aim |\n|---|---|---|---|---|---|\n");
    for (Figure figure : figures) {
      boolean compared = figure.reference() != null;
      page.append("| ").append(figure.name()).append(" | ");
      page.append(compared ? "**" + number(figure.ratio()) + "**" : "—").append(" | ");
      page.append(number(figure.value())).append(' ').append(figure.unit()).append(" | ");
      page.append(
              compared
                  ? figure.reference() + ": " + number(Figure.median(figure.referenceValues()))
                  : "is one")
          .append(" | ");
      page.append(noise(figure)).append(" | ");
      page.append(figure.aim() == null ? "" : figure.aim()).append(" |\n");
    }
  }

  private static String noise(Figure figure) {
    return figure.values().size() == 1
        ? "one run"
        : "±%d %% of %d".formatted(Math.round(50 * figure.spread()), figure.values().size());
  }

  /** Three significant digits. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }
}
