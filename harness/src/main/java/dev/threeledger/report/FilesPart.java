package dev.threeledger.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Settings, environment, files with their digests, and the last lines of the logs. */
final class FilesPart {
  private static final int TAIL_LINES = 40;

  private FilesPart() {}

  static void write(Markup page, RunFolder evidence, RunFolder into, RunAsked asked)
      throws EvidenceException {
    logs(page, evidence);
    Page.section(page, "settings", "Settings and environment");
    page.open("table", "class", "pairs").open("tbody");
    pair(page, "seed", Long.toString(asked.seed()));
    for (Map.Entry<String, String> setting : asked.settings().entrySet()) {
      pair(page, setting.getKey(), setting.getValue());
    }
    if (Files.exists(evidence.path().resolve("environment.json"))) {
      tree(page, "", evidence.readEnvironment());
    }
    page.close().close().closeLine();
    files(page, evidence, into);
  }

  private static void tree(Markup page, String prefix, JsonNode tree) {
    if (!tree.isContainerNode()) {
      pair(page, prefix, tree.asText());
    } else if (tree.has("sha256")) {
      pair(page, prefix + " " + tree.path("path").asText(), tree.path("sha256").asText());
    } else if (tree.isArray()) {
      tree.forEach(item -> tree(page, prefix, item));
    } else {
      String dot = prefix.isEmpty() ? "" : prefix + ".";
      tree.properties().forEach(field -> tree(page, dot + field.getKey(), field.getValue()));
    }
  }

  private static void pair(Markup page, String name, String value) {
    page.open("tr").element("th", name, "scope", "row").element("td", value).closeLine();
  }

  private static void files(Markup page, RunFolder evidence, RunFolder into)
      throws EvidenceException {
    Page.section(page, "files", "Evidence");
    String digest = evidence.digest().orElse("not sealed: the run did not come to its end");
    page.open("p", "class", "fine").text("SHA-256 of SHA256SUMS: ").element("code", digest).close();
    page.open("table", "class", "pairs").open("tbody");
    String base = into == evidence ? "" : "../" + evidence.path().getFileName() + "/";
    for (String line : evidence.sums().orElse("").lines().toList()) {
      String name = line.substring(66);
      page.open("tr").open("th", "scope", "row");
      page.element("a", name, "href", base + Page.address(name)).close();
      page.element("td", line.substring(0, 64)).closeLine();
    }
    page.close().close().closeLine();
  }

  private static void logs(Markup page, RunFolder evidence) throws EvidenceException {
    List<Path> logs = evidence.logs();
    if (logs.isEmpty()) {
      return;
    }
    Page.section(page, "logs", "What the workers wrote last");
    for (Path log : logs) {
      page.open("details").element("summary", log.getFileName().toString());
      page.element("pre", tail(log)).closeLine();
    }
    page.closeLine();
  }

  private static String tail(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      if (lines.isEmpty()) {
        return "(nothing)";
      }
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(cannot be read: " + e.getMessage() + ")";
    }
  }
}
