package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.verdict.CellVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir Path reports;

  @Test
  void pageLeadsWithCommandThenVerdictThenFirstDeviation() throws IOException {
    String page = page("crash-after-commit/boundary-no-dedupe");

    assertThat(page)
        .containsSubsequence(
            "./threeledger run scenarios/statement/crash-after-commit.yaml"
                + " --cell crash-after-commit/boundary-no-dedupe --seed 20260131",
            "FAIL</div>",
            "Not as expected: the scenario states PASS.",
            "First deviation",
            "Key 1/2026-01-31 was charged twice",
            "Faults",
            "Checks",
            "The three ledgers",
            "too many effects.",
            "Timeline",
            "<svg ",
            "first deviation</text>",
            "All 80 events",
            "Evidence");
  }

  @Test
  void everyLinkToAnEventHasItsTarget() throws IOException {
    for (RunFolder run : SampleRuns.write(reports).runs()) {
      String page = Files.readString(run.path().resolve("report.html"));
      Matcher links = Pattern.compile("href=\"#(e\\d+)\"").matcher(page);
      while (links.find()) {
        assertThat(page).contains("id=\"" + links.group(1) + "\"");
      }
    }
  }

  @Test
  void runOfAnExperimentLinksUpToItsPage() throws IOException {
    BatchFolder batch = SampleRuns.write(reports);
    RunFolder run = batch.run("candidate/duplicate-trigger/failure", 1);
    run.writeRun(Summaries.of("candidate"));
    run.timelineWriter().close();
    CellReport.write(run, Summaries.fail("Charged twice."), List.of());

    assertThat(run.path().resolve("report.html"))
        .content()
        .contains("<a href=\"../../../../index.html\">experiment</a> › candidate › ");
    assertThat(batch.path().resolve("crash-after-commit/boundary-no-dedupe/1/report.html"))
        .content()
        .contains("<a href=\"../../../index.html\">batch</a> › crash-after-commit/");
  }

  @Test
  void unreadLedgerIsNeverShownAsAgreement() throws IOException {
    String page = page("response-lost/failure");

    assertThat(page).contains("cannot be told: not all three were read");
    assertThat(page).doesNotContain("class=\"yes\"");
  }

  @Test
  void whateverASubjectWroteStaysText() throws IOException {
    BatchFolder batch = SampleRuns.write(reports);
    RunFolder run = batch.run("nasty/normal", 1);
    run.writeRun(batch.runs().get(0).readRun());
    String nasty = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"' onclick=x";
    try (var writer = run.timelineWriter();
        var timeline = new dev.threeledger.timeline.Timeline(writer, () -> 0)) {
      timeline.append(new Event.WorkerStarted(nasty, 1));
      timeline.append(new Event.StatementSent(nasty, 1, 1, nasty, List.of(nasty)));
      timeline.append(new Event.TriggerSent(1, nasty, nasty, nasty));
      timeline.append(new Event.PointReached(nasty, nasty, nasty, 1, 2));
      timeline.append(new Event.AnswerSent(nasty, nasty, 1, nasty, 200));
    }
    Files.writeString(run.log("1"), nasty);

    CellVerdict verdict = Summaries.fail(nasty);
    CellReport.write(run, verdict, List.of());
    run.writeVerdict(verdict);
    BatchReport.write(batch);

    for (Path page :
        List.of(run.path().resolve("report.html"), batch.path().resolve("index.html"))) {
      assertThat(page).content().doesNotContain("<img").doesNotContain("alert(1)</script>");
      assertThat(page).content().doesNotContain("\"' onclick");
    }
  }

  @Test
  void sameEvidenceGivesTheSameBytes() throws IOException {
    BatchFolder batch = SampleRuns.write(reports);
    String first = Files.readString(batch.path().resolve("index.html"));
    BatchReport.write(batch);

    assertThat(batch.path().resolve("index.html")).hasContent(first);
  }

  @Test
  void runWithoutAVerdictIsInconclusive() throws IOException {
    BatchFolder batch = BatchFolder.create(reports);
    RunFolder run = batch.run("a/normal", 1);
    run.writeRun(BatchFolder.open(SampleRuns.write(reports).path()).runs().get(0).readRun());

    BatchSummary summary = BatchReport.write(batch);

    assertThat(summary.good()).isFalse();
    assertThat(summary.cells())
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.verdict().verdict())
                  .isEqualTo(dev.threeledger.verdict.Verdict.INCONCLUSIVE);
              assertThat(cell.evidence()).isEqualTo("not sealed");
            });
  }

  @Test
  void pictureOfAnyPrefixOfARunCanBeDrawn() throws IOException {
    for (RunFolder run : SampleRuns.write(reports).runs()) {
      List<Entry> entries = run.readTimeline();
      for (int length = 1; length <= entries.size(); length += 7) {
        Picture picture = PictureReader.read(entries.subList(0, length), Optional.of(65L));
        assertThat(PictureSvg.draw(picture)).startsWith("<svg").doesNotContain("NaN");
      }
    }
  }

  private String page(String cell) throws IOException {
    BatchFolder batch = SampleRuns.write(reports);
    return Files.readString(batch.path().resolve(cell).resolve("1/report.html"));
  }
}
