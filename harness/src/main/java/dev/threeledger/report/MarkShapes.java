package dev.threeledger.report;

import dev.threeledger.report.Picture.Shape;
import java.util.Locale;

/** The shape of each kind of mark, drawn about a point. */
final class MarkShapes {
  private final Markup out;

  MarkShapes(Markup out) {
    this.out = out;
  }

  void draw(Shape shape, double x, double y, String style) {
    switch (shape) {
      case STATEMENT -> path(style, "M %s -4 v 8", x, y);
      case ANSWER -> path(style, "M %s -4 l -5 4 l 5 4", x, y);
      case REQUEST -> path(style, "M %s -4 l 5 4 l -5 4", x, y);
      case TRIGGER -> path(style, "M %s 5 l -5 -9 h 10 z", x, y);
      case ANSWERED -> path(style, "M %s -5 l -5 9 h 10 z", x, y);
      case ROLLBACK -> path(style, "M %s -5 l 5 5 l -5 5 l -5 -5 z", x, y);
      case COMMITTED -> path(style, "M %s -6 l 6 6 l -6 6 l -6 -6 z", x, y);
      case UNDELIVERED -> path(style, "M %s -10 l 10 10 l -10 10 l -10 -10 z", x, y);
      case ERROR, EXITED -> cross(style, x, y);
      case EFFECT -> circle(style, x, y, 6);
      case DEDUPLICATED -> circle(style, x, y, 5);
      case UNDONE -> {
        circle(style, x, y, 5);
        path(style, "M %s 0 m -8 0 h 16", x, y);
      }
    }
  }

  private void cross(String style, double x, double y) {
    path(style, "M %s 0 m -5 -5 l 10 10 m 0 -10 l -10 10", x, y);
  }

  private void circle(String style, double x, double y, double radius) {
    out.empty(
        "circle",
        "cx",
        PictureSvg.number(x),
        "cy",
        PictureSvg.number(y),
        "r",
        PictureSvg.number(radius),
        "class",
        style);
  }

  /** The path begins with {@code M %s dy}: x is put in, dy is moved to y. */
  private void path(String style, String path, double x, double y) {
    String[] parts = path.split(" ", 4);
    double from = y + Double.parseDouble(parts[2]);
    String moved = String.format(Locale.ROOT, "M %.1f %.1f %s", x, from, parts[3]);
    out.empty("path", "d", moved, "class", style);
  }
}
