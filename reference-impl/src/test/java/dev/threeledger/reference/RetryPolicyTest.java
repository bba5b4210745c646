package dev.threeledger.reference;

import static dev.threeledger.reference.StepFailure.Kind.PERMANENT;
import static dev.threeledger.reference.StepFailure.Kind.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private static final double ALMOST_ONE = Math.nextDown(1.0);
  private static final Duration LONG = Duration.ofHours(1);

  private static StepFailure failure(StepFailure.Kind kind) {
    return new StepFailure(kind, "CHARGE", StepResult.UNKNOWN, "status 503");
  }

  private static RetryPolicy policy(long baseMillis, Defect defect, double random) {
    return new RetryPolicy(Duration.ofMillis(baseMillis), 4, defect, () -> random);
  }

  @Property
  void waitsAtLeastAMillisecondAndAtMostTheCap(
      @ForAll @LongRange(min = 1, max = 600_000) long base,
      @ForAll @IntRange(min = 1, max = 1_000) int attempts,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double random) {
    assertThat(policy(base, Defect.NONE, random).jittered(attempts))
        .isBetween(Duration.ofMillis(1), Duration.ofMillis(base * RetryPolicy.CAP));
  }

  @Property
  void spreadsOverTheWholeRangeThatDoublesUpToTheCap(
      @ForAll @LongRange(min = 100, max = 60_000) long base,
      @ForAll @IntRange(min = 1, max = 40) int attempts) {
    long most = base * Math.min(RetryPolicy.CAP, 1L << (attempts - 1));

    assertThat(policy(base, Defect.NONE, 0).jittered(attempts).toMillis()).isEqualTo(1);
    assertThat(policy(base, Defect.NONE, 0.5).jittered(attempts).toMillis()).isEqualTo(most / 2);
    assertThat(policy(base, Defect.NONE, ALMOST_ONE).jittered(attempts).toMillis())
        .isBetween(most - 1, most);
  }

  @Property
  void neverPlansAnAttemptPastTheBound(
      @ForAll @LongRange(min = 1, max = 10_000) long base,
      @ForAll @IntRange(min = 1, max = 10) int attempts,
      @ForAll @LongRange(min = -10_000, max = 60_000) long remainingMillis,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double random) {
    RetryPolicy.Decision decision =
        policy(base, Defect.NONE, random)
            .decide(failure(RETRY), attempts, Duration.ofMillis(remainingMillis));

    if (decision.retry()) {
      assertThat(attempts).isLessThan(4);
      assertThat(decision.delay()).isLessThan(Duration.ofMillis(remainingMillis));
    } else {
      assertThat(decision.why()).isNotBlank();
    }
  }

  @Test
  void retriesWhenThereIsTimeAndAnAttemptLeft() {
    assertThat(policy(100, Defect.NONE, 0.5).decide(failure(RETRY), 3, LONG))
        .isEqualTo(new RetryPolicy.Decision(Duration.ofMillis(200), null));
  }

  @Test
  void stopsWhenAttemptsAreUsedUp() {
    assertThat(policy(100, Defect.NONE, 0.5).decide(failure(RETRY), 4, LONG))
        .isEqualTo(new RetryPolicy.Decision(null, "attempts used up: 4 of 4"));
  }

  @Test
  void stopsWhenTheNextAttemptWouldStartAtTheNextTick() {
    assertThat(policy(100, Defect.NONE, 0.5).decide(failure(RETRY), 3, Duration.ofMillis(200)))
        .isEqualTo(
            new RetryPolicy.Decision(null, "the next attempt would start past the next tick"));
  }

  @Test
  void makesOneAttemptAtWhatIsRefusedForGood() {
    assertThat(policy(100, Defect.NONE, 0.5).decide(failure(PERMANENT), 1, LONG))
        .isEqualTo(new RetryPolicy.Decision(null, "refused for good"));
  }

  @Test
  void retriesRefusalsUnderTheDefect() {
    assertThat(policy(100, Defect.RETRY_PERMANENT, 0.5).decide(failure(PERMANENT), 1, LONG).retry())
        .isTrue();
  }

  @Test
  void neverStopsUnderTheDefectUnboundedRetry() {
    assertThat(
            policy(100, Defect.UNBOUNDED_RETRY, 0.5)
                .decide(failure(RETRY), 99, Duration.ofMillis(-1)))
        .isEqualTo(new RetryPolicy.Decision(Duration.ofMillis(100), null));
  }

  @Test
  void waitsAsLongAsThePartnerAsksAndABitMore() {
    StepFailure limited = failure(RETRY).notBefore(Duration.ofSeconds(3));

    assertThat(policy(100, Defect.NONE, 0.5).decide(limited, 1, LONG).delay())
        .isEqualTo(Duration.ofMillis(3_050));
    assertThat(policy(100, Defect.IGNORES_RETRY_AFTER, 0.5).decide(limited, 1, LONG).delay())
        .isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void asksAHumanWhenThePartnerAsksForMoreThanThereIs() {
    StepFailure limited = failure(RETRY).notBefore(Duration.ofSeconds(3));

    assertThat(policy(100, Defect.NONE, 0).decide(limited, 1, Duration.ofSeconds(3)).why())
        .isEqualTo("the next attempt would start past the next tick");
  }

  @Test
  void usesNoAttemptWhenNothingWasSent() {
    StepFailure heldBack = failure(RETRY).withoutAttempt();

    assertThat(policy(100, Defect.NONE, 0).decide(heldBack, 4, LONG).retry()).isTrue();
    assertThat(policy(100, Defect.NONE, 0).decide(failure(RETRY), 4, LONG).retry()).isFalse();
  }

  @Test
  void retriesUnlessADefectGivesUpAtOnce() {
    assertThat(policy(100, Defect.NONE, 0).decide(failure(RETRY), 1, LONG).retry()).isTrue();
    assertThat(policy(100, Defect.GIVES_UP_EARLY, 0).decide(failure(RETRY), 1, LONG).why())
        .isEqualTo("failed: status 503");
  }
}
