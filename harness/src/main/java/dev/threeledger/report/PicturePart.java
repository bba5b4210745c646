package dev.threeledger.report;

import dev.threeledger.report.Picture.Lasting;
import dev.threeledger.report.Picture.Line;
import dev.threeledger.report.Picture.Shape;
import dev.threeledger.timeline.Entry;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Finding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The timeline as a picture, its key, and the list of its numbered lines. */
final class PicturePart {
  private PicturePart() {}

  static void write(Markup page, List<Entry> entries, CellVerdict verdict) {
    Page.section(page, "timeline", "Timeline");
    Picture picture = PictureReader.read(entries, verdict.firstDeviation().map(Finding::at));
    if (picture.moments().isEmpty()) {
      page.element("p", "Nothing happened.", "class", "fine").closeLine();
      return;
    }
    page.open("div", "class", "scroll").trusted(PictureSvg.draw(picture)).close();
    page.element(
        "p",
        "The order is exact. Distances are not to scale: busy moments are stretched, waits (shaded,"
            + " with their length) are shortened.",
        "class",
        "fine");
    key(page, picture);
    numbered(page, picture.lines(), entries);
    page.closeLine();
  }

  private static void key(Markup page, Picture picture) {
    page.open("p", "class", "key");
    for (Shape shape : Shape.values()) {
      if (picture.marks().stream().anyMatch(mark -> mark.shape() == shape)) {
        page.open("span").open("svg", "viewBox", "-11 -11 22 22", "class", "sample");
        new MarkShapes(page).draw(shape, 0, 0, "mark w0 " + style(shape));
        page.close().text(words(shape)).close();
      }
    }
    for (Lasting kind : Lasting.values()) {
      if (picture.spans().stream().anyMatch(span -> span.kind() == kind)) {
        page.open("span").open("svg", "viewBox", "-11 -11 22 22", "class", "sample");
        String height = kind.compareTo(Lasting.TRANSACTION) >= 0 ? "4" : "14";
        page.empty(
            "rect",
            "x",
            "-11",
            "y",
            height.equals("4") ? "-2" : "-7",
            "width",
            "22",
            "height",
            height,
            "class",
            "span w0 " + style(kind));
        page.close().text(words(kind)).close();
      }
    }
    page.close();
  }

  private static String style(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Shape shape) {
    return switch (shape) {
      case STATEMENT -> "statement";
      case ANSWER -> "answer left";
      case REQUEST -> "request received";
      case TRIGGER -> "trigger sent";
      case ANSWERED -> "trigger answered";
      case ROLLBACK -> "rollback";
      case COMMITTED -> "commit acknowledged";
      case UNDELIVERED -> "… and the worker never learnt it";
      case DEDUPLICATED -> "repeat, no new effect";
      case UNDONE -> "effect undone";
      case EXITED -> "process ended";
      case ERROR -> "error, refusal or lost answer";
      case EFFECT -> "effect applied";
    };
  }

  private static String words(Lasting kind) {
    return switch (kind) {
      case PHASE -> "phase";
      case STARTING -> "starting";
      case ALIVE -> "process ready";
      case PAUSED -> "paused";
      case HELD -> "held at a tap";
      case TOXIC -> "network disturbed";
      case TRANSACTION -> "transaction";
      case COMMIT -> "commit under way";
      case EXCHANGE -> "exchange";
    };
  }

  private static void numbered(Markup page, List<Line> lines, List<Entry> entries) {
    if (lines.isEmpty()) {
      return;
    }
    Map<Long, Entry> bySeq =
        entries.stream().collect(Collectors.toMap(Entry::seq, Function.identity()));
    page.open("ol", "class", "numbered");
    for (Line line : lines) {
      Entry entry = bySeq.get(line.seq());
      page.open("li").element("span", Wording.millis(entry.atNanos()) + " ms", "class", "time");
      page.element("b", line.label()).text(" " + rest(entry) + " ");
      page.element("a", "#" + line.seq(), "href", "#e" + line.seq()).closeLine();
    }
    page.close();
  }

  private static String rest(Entry entry) {
    String key = entry.event().key() == null ? "" : ", key " + entry.event().key();
    String details =
        Wording.details(entry).stream()
            .filter(detail -> !detail.startsWith("fault: "))
            .collect(Collectors.joining(", "));
    return Wording.lane(entry.event()) + key + (details.isEmpty() ? "" : ", " + details);
  }
}
