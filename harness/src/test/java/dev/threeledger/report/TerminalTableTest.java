package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTableTest {

  @Test
  void showsEachRunThenTotalsAndDigest() {
    assertThat(TerminalTable.format(Summaries.three(), 100, false))
        .isEqualTo(
            """
            verdict       cell           faults   duration  first deviation
            FAIL          crash/failure  kill        2.3 s  Charged twice.
            PASS          crash/normal               2.3 s
            INCONCLUSIVE  lost/failure               2.3 s  Fault drop did not land.
            not run       lost/normal

            1 of 3 cells as expected, 1 not run, 1 PASS, 1 INCONCLUSIVE, 1 FAIL
            batch digest %s
            """
                .formatted(Summaries.DIGEST));
  }

  @Test
  void cutsTheDeviationToTheWidthAndDropsControlCharacters() {
    BatchSummary summary =
        Summaries.one(Summaries.cell("a/b", Summaries.fail("\u001b[31mlong\n" + "x".repeat(200))));

    assertThat(TerminalTable.format(summary, 80, false).lines().skip(1).findFirst().orElseThrow())
        .isEqualTo("FAIL          a/b   kill        2.3 s   [31mlong " + "x".repeat(30) + "…")
        .hasSizeLessThanOrEqualTo(80);
  }

  @Test
  void coloursOnlyWhenAsked() {
    assertThat(TerminalTable.format(Summaries.three(), 80, false)).doesNotContain("\u001b");
    assertThat(TerminalTable.format(Summaries.three(), 80, true))
        .contains("\u001b[31mFAIL        \u001b[0m  crash/failure");
  }

  @Test
  void saysWhatACanaryShouldHaveGiven() {
    BatchSummary summary =
        Summaries.one(
            Summaries.cell("canary/x", Summaries.verdict(Verdict.PASS, Verdict.FAIL, List.of())));

    assertThat(TerminalTable.format(summary, 80, false)).contains("expected FAIL.");
  }
}
