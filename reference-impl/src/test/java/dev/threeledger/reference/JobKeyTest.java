package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class JobKeyTest {
  private final JobKey key = Statements.key(1, LocalDate.of(2026, 1, 31));

  @Test
  void namesTenantAndPeriod() {
    assertThat(key).hasToString("1/2026-01-31").isEqualTo(new JobKey("statement", "1/2026-01-31"));
    assertThat(Statements.tenant(key)).isEqualTo(1);
    assertThat(Statements.date(key)).isEqualTo(LocalDate.of(2026, 1, 31));
  }

  @Test
  void givesEveryAttemptTheSameRequestKey() {
    String first = Defect.NONE.requestKey(key.requestKey("statement-charge"), false);
    String repeated = Defect.NONE.requestKey(key.requestKey("statement-charge"), true);

    assertThat(first).isEqualTo("statement-charge/1/2026-01-31").isEqualTo(repeated);
  }

  @Test
  void givesAnotherOperationAnotherRequestKey() {
    assertThat(key.requestKey("statement-refund")).isNotEqualTo(key.requestKey("statement-charge"));
  }
}
