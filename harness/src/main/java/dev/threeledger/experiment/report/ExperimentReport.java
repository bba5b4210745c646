package dev.threeledger.experiment.report;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.report.Markup;
import dev.threeledger.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The experiment's page and its text for a pull request. */
public final class ExperimentReport {
  private static final List<String> FILES =
      List.of("experiment.yaml", "registered.json", "experiment.json", "experiment.md");

  private ExperimentReport() {}

  /**
   * Writes {@code index.html} and {@code experiment.md} in place of older ones.
   *
   * @param folder of the experiment; nothing is read from it
   */
  public static void write(BatchFolder folder, ExperimentResult result) throws EvidenceException {
    folder.write("experiment.md", ExperimentMarkdown.text(result));
    folder.write("index.html", html(result));
  }

  /**
   * Names of the report's files that are there and are not, byte for byte, what it is written as.
   */
  public static List<String> changed(BatchFolder folder, ExperimentResult result)
      throws IOException {
    List<String> changed = new ArrayList<>();
    Map<String, String> texts =
        Map.of("experiment.md", ExperimentMarkdown.text(result), "index.html", html(result));
    for (Map.Entry<String, String> file : new TreeMap<>(texts).entrySet()) {
      Path path = folder.path().resolve(file.getKey());
      if (Files.exists(path) && !Files.readString(path).equals(file.getValue())) {
        changed.add(file.getKey());
      }
    }
    return changed;
  }

  static String html(ExperimentResult result) {
    Markup page = new Markup();
    HeadPart.write(page, result);
    DecisionPart.write(page, result);
    FirstPart.write(page, result);
    PairsPart.write(page, result);
    DeviationsPart.write(page, result);
    CostsPart.write(page, result);
    PlansPart.write(page, result);
    RepeatsPart.write(page, result);
    RecordPart.write(page, result);
    AgainPart.write(page, result);
    page.open("p", "class", "fine").text("Also here: ");
    for (String file : FILES) {
      page.element("a", file, "href", file).text(" ");
    }
    page.closeLine();
    return Page.html(result.decision() + " " + result.experiment().name(), page);
  }
}
