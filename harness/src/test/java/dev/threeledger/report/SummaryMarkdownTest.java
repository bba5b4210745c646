package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SummaryMarkdownTest {

  @Test
  void leadsWithWhatIsNotAsExpectedAndItsCommand() {
    assertThat(SummaryMarkdown.text(Summaries.three()))
        .isEqualTo(
            """
            ## Threeledger: 1 of 3 cells as expected, 1 not run

            ### crash/failure: FAIL (expected PASS)

            Charged twice.

                ./threeledger run scenarios/x.yaml --cell crash/failure --seed 7

            ### lost/failure: INCONCLUSIVE (expected PASS)

            Fault drop did not land.

                ./threeledger run scenarios/x.yaml --cell lost/failure --seed 7

            Not run: lost/normal

            | verdict | expected | cell | landed | duration | first deviation |
            |---|---|---|---|---:|---|
            | **FAIL** | PASS | crash/failure | kill | 2.3 s | Charged twice. |
            | **INCONCLUSIVE** | PASS | lost/failure |  | 2.3 s | Fault drop did not land. |
            | PASS | PASS | crash/normal |  | 2.3 s |  |

            Batch `20261129-120000-a1b2`, digest `%s`
            """
                .formatted(Summaries.DIGEST));
  }

  @Test
  void textCannotLeaveItsCell() {
    assertThat(SummaryMarkdown.escape("a | b\n# c <img src=x> `code` [l](u) @team"))
        .isEqualTo("a \\| b \\# c &lt;img src=x&gt; \\`code\\` \\[l\\](u) &#64;team");
  }
}
