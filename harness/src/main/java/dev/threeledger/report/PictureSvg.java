package dev.threeledger.report;

import dev.threeledger.report.Picture.Lasting;
import dev.threeledger.report.Picture.Line;
import dev.threeledger.report.Picture.Mark;
import dev.threeledger.report.Picture.Row;
import dev.threeledger.report.Picture.Span;
import dev.threeledger.timeline.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the picture of a timeline as SVG: a row per lane, numbered lines across all of them. */
final class PictureSvg {
  private static final double LEFT = 138;
  private static final double WIDTH = 1200;
  private static final double BADGES = 16;
  private static final double PHASES = 32;
  private static final double TOP = 46;
  private static final double ROW = 32;
  private static final double LANE_GAP = 9;
  private static final double LETTER = 5.6;
  private static final double BOLD_LETTER = 6.3;
  private static final long WAIT_MILLIS = 50;

  private final Picture picture;
  private final Scale scale;
  private final Map<Row, Double> middles = new HashMap<>();
  private final double bottom;
  private final Markup out = new Markup();

  private PictureSvg(Picture picture) {
    this.picture = picture;
    this.scale = new Scale(picture.moments(), Rooms.of(picture), WIDTH - LEFT - 10);
    double y = TOP;
    Row before = null;
    for (Row row : picture.rows()) {
      y += before != null && !sameLane(before, row) ? LANE_GAP : 0;
      middles.put(row, y + ROW / 2);
      y += ROW;
      before = row;
    }
    this.bottom = y + 4;
  }

  private static boolean sameLane(Row a, Row b) {
    return a.lane().equals(b.lane());
  }

  static String draw(Picture picture) {
    return new PictureSvg(picture).all();
  }

  private String all() {
    double height = bottom + (picture.deviation().isPresent() ? 56 : 38);
    String box = "0 0 " + number(WIDTH) + " " + number(height);
    out.open("svg", "viewBox", box, "class", "timeline", "role", "img");
    out.element("title", "The run as a picture; the same events stand in the table below");
    waits();
    rows();
    phases();
    axis();
    lines();
    spans();
    deviation();
    marks();
    return out.close().toString();
  }

  /** All waits are shaded; lengths are written below, those of the longest first. */
  private void waits() {
    List<Scale.Wait> waits = scale.waits(WAIT_MILLIS);
    waits.forEach(
        wait -> rect(LEFT + wait.from(), TOP, wait.to() - wait.from(), bottom - TOP, "wait"));
    List<double[]> taken = new ArrayList<>();
    waits.stream()
        .sorted(Comparator.comparingLong(Scale.Wait::millis).reversed())
        .forEach(wait -> waited(wait, taken));
  }

  private void waited(Scale.Wait wait, List<double[]> taken) {
    String text = wait.millis() + " ms";
    double half = (text.length() + 2) * LETTER / 2;
    double middle = Math.min(LEFT + (wait.from() + wait.to()) / 2, WIDTH - half);
    if (free(taken, middle, half)) {
      text(middle, bottom + 28, text, "waited", "middle");
    }
  }

  private void rows() {
    Row before = null;
    for (Row row : picture.rows()) {
      double y = middles.get(row);
      line(LEFT, y, LEFT + scale.width(), y, "row");
      boolean first = before == null || !sameLane(before, row);
      if (first) {
        text(4, y + 4, row.lane(), "lane", "start");
      }
      if (row.worker() != null && !row.lane().startsWith("worker ")) {
        text(LEFT - 10, y + 4, "worker " + row.worker(), "by" + color(row.worker()), "end");
      }
      before = row;
    }
  }

  private void phases() {
    for (Span phase : picture.phases()) {
      double from = LEFT + scale.x(phase.from());
      double width = LEFT + scale.x(phase.to()) - from;
      line(from, PHASES - 8, from, TOP - 4, "phase");
      if (width > phase.text().length() * LETTER + 12) {
        text(from + 4, PHASES + 3, phase.text(), "phase", "start");
      }
    }
  }

  private void axis() {
    line(LEFT, bottom, LEFT + scale.width(), bottom, "axis");
    for (Entry tick : scale.ticks(54)) {
      double x = LEFT + scale.x(tick.seq());
      line(x, bottom, x, bottom + 4, "axis");
      text(x, bottom + 15, Long.toString(tick.atNanos() / 1_000_000), "tick", "middle");
    }
    text(LEFT - 10, bottom + 15, "ms", "tick", "end");
  }

  /** A number stands above its line, or to the right of the number before when that is too near. */
  private void lines() {
    double[] numbers = numberPlaces();
    for (int i = 0; i < numbers.length; i++) {
      Line line = picture.lines().get(i);
      double x = LEFT + scale.x(line.seq());
      line(x, TOP - 6, x, bottom, "fault");
      line(numbers[i], BADGES, x, TOP - 6, "fault");
    }
    for (int i = 0; i < numbers.length; i++) {
      Line line = picture.lines().get(i);
      double x = numbers[i];
      double next = i + 1 < numbers.length ? numbers[i + 1] : WIDTH;
      link(line.seq(), line.label());
      out.empty("circle", "cx", number(x), "cy", number(BADGES), "r", "8", "class", "badge");
      text(x, BADGES + 3.5, Integer.toString(line.number()), "badge", "middle");
      out.close();
      if (next - x > line.label().length() * BOLD_LETTER + 24) {
        text(x + 12, BADGES + 4, line.label(), "fault", "start");
      }
    }
  }

  private double[] numberPlaces() {
    double[] places = new double[picture.lines().size()];
    for (int i = 0; i < places.length; i++) {
      double x = LEFT + scale.x(picture.lines().get(i).seq());
      places[i] = i == 0 ? x : Math.max(x, places[i - 1] + 18);
    }
    return places;
  }

  private void spans() {
    for (Span span : picture.spans()) {
      double from = LEFT + scale.x(span.from());
      double width = LEFT + scale.x(span.to()) - from;
      double half = half(span.kind());
      String style = "span " + style(span.kind()) + color(span.row().worker());
      link(span.from(), span.text());
      rect(from, middles.get(span.row()) - half, Math.max(width, 1), 2 * half, style);
      out.close();
    }
  }

  private static double half(Lasting kind) {
    return switch (kind) {
      case PHASE, TRANSACTION, EXCHANGE -> 1.5;
      case COMMIT -> 3;
      case STARTING, ALIVE -> 7;
      case PAUSED, HELD -> 7;
      case TOXIC -> 11;
    };
  }

  private void marks() {
    MarkShapes shapes = new MarkShapes(out);
    for (Mark mark : picture.marks()) {
      link(mark.seq(), mark.text());
      double x = LEFT + scale.x(mark.seq());
      String style = "mark " + style(mark.shape()) + color(mark.worker());
      shapes.draw(mark.shape(), x, middles.get(mark.row()), style);
      out.close();
    }
    picture.rows().forEach(this::labels);
  }

  /** Writes the labels of one row where there is room, those of the most telling marks first. */
  private void labels(Row row) {
    List<double[]> taken = new ArrayList<>();
    picture.marks().stream()
        .filter(mark -> mark.row().equals(row) && !mark.label().isEmpty())
        .sorted(Comparator.comparing(Mark::shape).reversed())
        .forEach(mark -> label(mark, taken));
  }

  private void label(Mark mark, List<double[]> taken) {
    double half = (mark.label().length() + 1) * LETTER / 2;
    double from = Math.min(LEFT + scale.x(mark.seq()) - 5, WIDTH - 2 * half);
    if (free(taken, from + half, half)) {
      text(from, middles.get(mark.row()) - 9, mark.label(), "label", "start");
    }
  }

  /** Takes the place about the middle, if nothing has taken part of it before. */
  private static boolean free(List<double[]> taken, double middle, double half) {
    boolean free = taken.stream().noneMatch(other -> Math.abs(other[0] - middle) < other[1] + half);
    if (free) {
      taken.add(new double[] {middle, half});
    }
    return free;
  }

  private void deviation() {
    picture
        .deviation()
        .ifPresent(
            seq -> {
              double x = LEFT + scale.x(seq);
              line(x, TOP - 4, x, bottom + 36, "deviation");
              boolean right = x > WIDTH / 2;
              String anchor = right ? "end" : "start";
              text(x + (right ? -5 : 5), bottom + 46, "first deviation", "deviation", anchor);
            });
  }

  private void link(long seq, String title) {
    out.open("a", "href", "#e" + seq).element("title", title);
  }

  private static String style(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Six colours, told apart also by people who do not see all of them. */
  private static String color(String worker) {
    return worker == null ? "" : " w" + Math.floorMod(worker.hashCode() - "1".hashCode(), 6);
  }

  private void rect(double x, double y, double width, double height, String style) {
    out.empty(
        "rect",
        "x",
        number(x),
        "y",
        number(y),
        "width",
        number(width),
        "height",
        number(height),
        "class",
        style);
  }

  private void line(double x1, double y1, double x2, double y2, String style) {
    out.empty(
        "line",
        "x1",
        number(x1),
        "y1",
        number(y1),
        "x2",
        number(x2),
        "y2",
        number(y2),
        "class",
        style);
  }

  private void text(double x, double y, String text, String style, String anchor) {
    out.element(
        "text", text, "x", number(x), "y", number(y), "class", style, "text-anchor", anchor);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
