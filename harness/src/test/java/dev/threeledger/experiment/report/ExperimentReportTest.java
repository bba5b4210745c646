package dev.threeledger.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.experiment.ExperimentResult;
import dev.threeledger.experiment.ExperimentResult.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentReportTest {
  private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile("<section id=\"([^\"]+)\"");

  @TempDir Path reports;

  @Test
  void leadsWithTheDecisionThenTheVariableThenWhyThenWhatEndedItThenTheFirstDeviation() {
    assertThat(ExperimentReport.html(ExperimentSamples.secondEffect()))
        .containsSubsequence(
            "./threeledger recheck reports/20261129-120000-a1b2 --digest d4d4",
            "<div class=\"big\">STOP</div>",
            "<h1>unique-constraint-or-look-then-insert</h1>",
            "6 pairs: 3 same-pass, 1 broken, 2 not-comparable. No cost was found to be higher",
            "As expected: a stop, as its file states.",
            "settings.defect",
            "<b>none</b>",
            "<b>look-then-insert</b>",
            "payments-platform",
            "2026-11-29 12:00:00 UTC",
            ExperimentSamples.REGISTERED,
            "A stop, because",
            "met</span></td><th scope=\"row\">one variable",
            "missing</span></td><th scope=\"row\">every planned pair was run",
            "not met</span>",
            "Ended at once by <b>second-effect</b>",
            "href=\"candidate/duplicate-trigger/failure/1/report.html#e64\"",
            "First deviation",
            "Key 1/2026-01-31 was charged twice",
            "Pairs side by side",
            "Costs",
            "statements</b> is not resolved: 3 pairs, 6 are needed.",
            "Plans that changed",
            "Does the baseline repeat itself?",
            "replication-lag",
            "not verified: the server has no replica",
            "The way back",
            "more than two workers",
            "duplicate-trigger/failure, pairs 2 to 3: the runs are missing: the experiment had ended",
            "./threeledger replay reports/20261129-120000-a1b2/candidate/duplicate-trigger/");
  }

  @Test
  void pairIsATileWithBothVerdictsItsClassAndLinksToBothRuns() {
    assertThat(ExperimentReport.html(ExperimentSamples.go()))
        .contains(
            "<span class=\"tile fixed\" title=\"attempt 2, fixed: baseline FAIL, candidate PASS\">"
                + "<small>2</small>"
                + "<a class=\"fail\" href=\"baseline/crash-after-commit/failure/2/report.html\">F</a>"
                + "<a class=\"pass\" href=\"candidate/crash-after-commit/failure/2/report.html\">P</a>"
                + "</span>");
  }

  @Test
  void deviationsOfBothSidesStandNextToOneAnother() {
    String page = ExperimentReport.html(ExperimentSamples.twoHundred());

    assertThat(page.substring(page.indexOf("id=\"deviations\""), page.indexOf("id=\"costs\"")))
        .containsSubsequence(
            "class broken", "Nothing was found.", "charged twice", "The other 25 pairs")
        .containsSubsequence("class same-fail", "charged twice", "charged twice");
  }

  @Test
  void everyPairHasItsTileAndEveryLinkItsTarget() {
    for (ExperimentResult result : ExperimentSamples.all().values()) {
      String page = ExperimentReport.html(result);
      assertThat(page.split("title=\"attempt ", -1)).hasSize(result.pairs().size() + 1);
      Set<String> targets = new TreeSet<>(Set.of("experiment.yaml", "registered.json"));
      targets.addAll(Set.of("experiment.json", "experiment.md"));
      runs(result).forEach(run -> targets.add(Links.run(run)));
      ID.matcher(page).results().forEach(id -> targets.add("#" + id.group(1)));
      Matcher links = LINK.matcher(page);
      while (links.find()) {
        assertThat(targets).contains(links.group(1).replaceFirst("(?<=html)#e\\d+$", ""));
      }
    }
  }

  private static Stream<String> runs(ExperimentResult result) {
    Stream<String> pairs =
        result.pairs().stream()
            .flatMap((Pair pair) -> Stream.of(pair.baseline(), pair.candidate()))
            .filter(run -> run != null)
            .map(run -> run.folder());
    Stream<String> repeats =
        result.repeats().stream()
            .flatMap(repeat -> Stream.of(repeat.first().folder(), repeat.again().folder()));
    Stream<String> others =
        Stream.concat(
            result.stoppedBy().map(stopped -> stopped.run()).stream(),
            result.firstDeviation().map(first -> first.run()).stream());
    return Stream.of(pairs, repeats, others).flatMap(all -> all);
  }

  @Test
  void whateverATextHoldsStaysText() {
    assertThat(ExperimentReport.html(ExperimentSamples.all().get("hostile")))
        .doesNotContain("<img")
        .doesNotContain("\"' onclick")
        .doesNotContain("\u001b")
        .contains("&lt;img src=x onerror=alert(1)&gt;");
  }

  @Test
  void planThatChangedStandsWithBothShapesAndTheRatioOfItsTimes() {
    assertThat(ExperimentReport.html(ExperimentSamples.planChange()))
        .containsSubsequence(
            "All 8 pairs pass on both sides. On the candidate&#39;s side time in the database is higher.",
            "Plans that changed",
            "SELECT account, sum(amount)",
            "<p>Index Scan on posting using posting_account_period_idx</p>",
            "<p>Seq Scan on posting</p>",
            "13.20",
            "not known");
  }

  @Test
  void differenceWithoutEffectIsSaidToBeNone() {
    assertThat(ExperimentReport.html(ExperimentSamples.noEffect()))
        .contains("All 12 pairs pass on both sides. No cost was found to be higher or lower.")
        .contains("A go: every condition is met.")
        .contains("No stop rule ended it. In force were: second-effect, lost-key, deadlock.")
        .contains("None: no run of a pair deviates")
        .contains("No run deviated, so there is none to replay.");
  }

  @Test
  void withoutPairsNothingIsSaidOfThem() {
    assertThat(ExperimentReport.html(ExperimentSamples.doesNotRepeat()))
        .contains("Not comparable: the baseline does not repeat in 1 of 3 cells.")
        .contains("Fault duplicate did not land.")
        .contains("No run recorded a difference between the sides.")
        .contains("No cost was compared: no pair was run.")
        .contains("Plans were not compared: no pair was run.")
        .contains("None: no pair was run.")
        .contains("No pair was run: nothing was compared.")
        .doesNotContain("on both sides");
  }

  @Test
  void pairsThatWereOnlyPlannedAreNotSaidToHaveShownAnything() {
    SampleResult sample = new SampleResult("a", "b");
    sample.values("c", "d");
    sample.pairs.add(ExperimentSamples.pair("normal/normal", 1, null, null));
    sample.costs.add(ExperimentSamples.unknown());

    assertThat(ExperimentReport.html(sample.stop("x", "y".repeat(300))))
        .contains("<p>No pair was run.</p>", "No cost was compared: no pair was run.")
        .contains("None: no pair was run.", "Plans were not compared: no pair was run.")
        .contains("<li>" + "y".repeat(239) + "…</li>", "<td>" + "y".repeat(300) + "</td>");
  }

  @Test
  void whatIsNotAsExpectedStandsAtTheTop() {
    assertThat(ExperimentReport.html(ExperimentSamples.one()))
        .containsSubsequence(
            "GO</div>", "Not as expected. Expected was a stop", "expected stop, got go", "<h2>");
  }

  @Test
  void moreThanOneVariableIsSaid() {
    SampleResult sample = new SampleResult("two", "settings.a");
    sample.values("1", "2");
    sample.differences.add(new dev.threeledger.experiment.Difference("data", null, "x.sql"));

    assertThat(ExperimentReport.html(sample.stop("one variable", "Two differ.")))
        .contains("The sides differ in 2 places; the one named variable is settings.a.")
        .containsSubsequence("data</code>", "(not there)", "x.sql");
  }

  @Test
  void sameResultGivesTheSameBytes() throws IOException {
    BatchFolder folder = BatchFolder.create(reports);
    ExperimentReport.write(folder, ExperimentSamples.go());

    assertThat(folder.path().resolve("index.html"))
        .hasContent(ExperimentReport.html(ExperimentSamples.go()));
    assertThat(folder.path().resolve("experiment.md"))
        .hasContent(ExperimentMarkdown.text(ExperimentSamples.go()));
  }
}
