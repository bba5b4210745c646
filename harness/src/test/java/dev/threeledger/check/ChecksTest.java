package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.StateRole;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChecksTest {

  @Test
  void namesComeInTheFixedOrder() {
    assertThat(Checks.names())
        .isEqualTo(
            List.of(
                "at-most-one-effect",
                "no-silent-loss",
                "records-agree",
                "stable-key",
                "single-holder",
                "legal-transitions",
                "bounded-attempts",
                "compensated",
                "manual-is-owned",
                "recovers",
                "no-retry-storm",
                "fair-share",
                "secrets-masked",
                "key-body-agree",
                "as-expected"));
  }

  @Test
  void noCheckPassesAnEmptyRunThatPromisesSomething() {
    RunRecord empty =
        history()
            .subject(Samples.saga())
            .expect(Samples.KEY, StateRole.DONE, Map.of(), null)
            .record();

    assertThat(Checks.all())
        .extracting(check -> check.name() + " " + check.judge(empty).verdict())
        .isEqualTo(Checks.names().stream().map(name -> name + " " + Verdict.INCONCLUSIVE).toList());
  }
}
