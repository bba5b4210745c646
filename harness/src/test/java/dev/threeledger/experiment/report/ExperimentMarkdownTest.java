package dev.threeledger.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExperimentMarkdownTest {

  @Test
  void saysInShortWhatWasDecidedAndWhy() {
    assertThat(ExperimentMarkdown.text(ExperimentSamples.secondEffect()))
        .isEqualTo(
            """
            ## Threeledger: STOP, as expected: unique-constraint-or-look-then-insert

            The database's unique constraint removes duplicates; look-then-insert does not.

            **settings.defect**: `none` → `look-then-insert`

            | pairs | same-pass | same-fail | fixed | broken | not-comparable |
            |---:|---:|---:|---:|---:|---:|
            | 6 | 3 | 0 | 0 | 1 | 2 |

            **Stopped early by second-effect** in candidate/duplicate-trigger/failure/1, event 64: \
            payments.charge for key 1/2026-01-31 was about to take effect a second time.

            **First deviation** in candidate/duplicate-trigger/failure/1, event 64 \
            (StopConditionMet), found by at-most-one-effect: Key 1/2026-01-31 was charged twice: \
            payments shows two effects of 12.50 EUR.

            | cost | baseline | candidate | ratio | interval | outcome |
            |---|---:|---:|---:|---:|---|
            | statements | 84 | 81.5 | 0.97 | not known | not resolved: 3 pairs, 6 are needed |
            | outside calls | 12 | 13 | 1.08 | 1.00 to 1.17 | not resolved: 3 pairs, 6 are needed |

            Missing for a go:

            - every planned pair was run: Pairs 2 and 3 of duplicate-trigger/failure were not run.

            Check it again:

                ./threeledger recheck reports/20261129-120000-a1b2 --digest %2$s
                ./threeledger replay reports/20261129-120000-a1b2/candidate/duplicate-trigger/failure/1

            Owner payments-platform. Registered `%1$s`, folder `20261129-120000-a1b2`, \
            folder digest `%2$s`
            """
                .formatted(ExperimentSamples.REGISTERED, ExperimentSamples.DIGEST));
  }

  @Test
  void baselineThatDoesNotRepeatIsSaid() {
    assertThat(ExperimentMarkdown.text(ExperimentSamples.doesNotRepeat()))
        .contains("## Threeledger: STOP, **not as expected**: baseline-does-not-repeat\n")
        .contains("**settings.defect**: not recorded\n")
        .contains("No pair was run.\n")
        .contains("No cost was compared.\n")
        .contains("Not comparable: the baseline does not repeat in 1 of 3 cells.\n");
  }

  @Test
  void planThatChangedIsNamed() {
    assertThat(ExperimentMarkdown.text(ExperimentSamples.planChange()))
        .contains("**Plan changed**, time × 13.20: `SELECT account, sum(amount) FROM posting ")
        .contains("`: Aggregate, Index Scan on posting")
        .contains("**Plan changed**, time not known: `UPDATE statement ");
  }

  @Test
  void noTextLeavesItsPlace() {
    String text = ExperimentMarkdown.text(ExperimentSamples.hostile("a\n\n# b `c` <img> | @team"));

    assertThat(text.lines().filter(line -> line.startsWith("#")))
        .containsExactly(
            "## Threeledger: STOP, **not as expected**: a \\# b \\`c\\` &lt;img&gt; \\| &#64;team");
    assertThat(text).contains("`a # b 'c' <img> | @team` → `a # b 'c' <img> | @team`\n");
    assertThat(text.replaceAll("`[^`\\n]*`", "")).doesNotContain("<img").doesNotContain("@team");
  }
}
