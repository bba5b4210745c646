package dev.threeledger.report;

import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The frame of an HTML page, self-contained, and the few forms that all pages share. */
public final class Page {
  private Page() {}

  /** A whole document. */
  public static String html(String title, Markup body) {
    Markup page = new Markup();
    page.trusted("<!DOCTYPE html>\n");
    page.open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    // whatever a subject's output may hold: nothing is fetched, nothing foreign is run
    page.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
    page.element("title", title);
    page.open("style").trusted(resource("page.css")).closeLine();
    page.close();
    page.open("body").open("main").trusted(body.toString()).closeLine();
    page.open("script").trusted(resource("page.js")).close();
    return page.close().closeLine().toString();
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream("/report/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("part of our own jar: " + name, e);
    }
  }

  /** A verdict as a coloured word. */
  public static void verdict(Markup out, Verdict verdict) {
    out.element("span", verdict.name(), "class", "verdict " + css(verdict));
  }

  /** The style class of a verdict. */
  public static String css(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** A section with a heading that can be linked to. */
  public static Markup section(Markup out, String id, String heading) {
    return out.open("section", "id", id).element("h2", heading);
  }

  /** The name of a file or folder, with {@code /}, as a relative address. */
  public static String address(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  /** Links to events by their seq. */
  static void events(Markup out, Iterable<Long> seqs) {
    out.open("span", "class", "events");
    for (Long seq : seqs) {
      out.element("a", "#" + seq, "href", "#e" + seq).text(" ");
    }
    out.close();
  }
}
