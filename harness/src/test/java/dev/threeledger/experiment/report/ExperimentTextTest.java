package dev.threeledger.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExperimentTextTest {

  @Test
  void saysWhatWasDecidedAndWhyAndHowToCheckIt() {
    assertThat(
            ExperimentText.format(
                ExperimentSamples.secondEffect(), 80, "reports/20261129-120000-a1b2"))
        .isEqualTo(
            """
            STOP, as expected: unique-constraint-or-look-then-insert
            claim            The database's unique constraint removes duplicates;
                             look-then-insert does not.
            changed          settings.defect: none → look-then-insert
            pairs            6: 3 same-pass, 1 broken, 2 not-comparable
            stopped by       second-effect in candidate/duplicate-trigger/failure/1 at event
                             64
                             payments.charge for key 1/2026-01-31 was about to take effect a
                             second time.
            first deviation  candidate/duplicate-trigger/failure/1 at event 64,
                             StopConditionMet
                             at-most-one-effect: Key 1/2026-01-31 was charged twice:
                             payments shows two effects of 12.50 EUR.

            cost             baseline  candidate  ratio      interval  outcome
            statements             84       81.5   0.97     not known  not resolved
            outside-calls          12         13   1.08  1.00 to 1.17  not resolved

            missing          every planned pair was run: Pairs 2 and 3 of
                             duplicate-trigger/failure were not run.
            registered       %1$s
            folder digest    %2$s
            check again      ./threeledger recheck reports/20261129-120000-a1b2 --digest %2$s
            replay           ./threeledger replay reports/20261129-120000-a1b2/candidate/duplicate-trigger/failure/1
            """
                .formatted(ExperimentSamples.REGISTERED, ExperimentSamples.DIGEST));
  }

  @Test
  void withoutPairsItSaysSo() {
    assertThat(
            ExperimentText.format(
                ExperimentSamples.doesNotRepeat(), 120, "reports/20261129-120000-a1b2"))
        .startsWith("STOP, not as expected: baseline-does-not-repeat\n")
        .contains("unexpected       expected go, got stop\n")
        .contains("pairs            none was run\n")
        .contains(
            "baseline         Not comparable: the baseline does not repeat in 1 of 3 cells.\n")
        .contains("first deviation  none\n")
        .contains("costs            none was compared\n")
        .doesNotContain("replay  ");
  }

  @Test
  void textsAreFoldedAndHoldNoControlCharacters() {
    String text =
        ExperimentText.format(
            ExperimentSamples.hostile("\u001b[31m" + "x".repeat(90)),
            80,
            "reports/20261129-120000-a1b2");

    assertThat(text).doesNotContain("\u001b");
    assertThat(
            text.lines()
                .filter(line -> !line.matches("(STOP|folder|check again|registered|replay).*")))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void costsFitOnALineOf80() {
    assertThat(
            ExperimentText.format(ExperimentSamples.go(), 80, "reports/20261129-120000-a1b2")
                .lines())
        .contains(
            "wal-bytes        184.3 kB   191.0 kB   1.04  1.02 to 1.05  equivalent",
            "lock-waits              0          2     +2       0 to +3  not resolved")
        .filteredOn(line -> line.startsWith("duration"))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }
}
