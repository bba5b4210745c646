package dev.threeledger.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyMentionTest {
  @Test
  void findsEachPartAmongTheParameters() {
    assertThat(in("INSERT INTO run VALUES ($1, $2, $3)", "1", "2026-01-31", "w1")).isTrue();
  }

  @Test
  void findsADateThatTheDriverWroteWithItsZone() {
    assertThat(in("SELECT $1, $2", "1", "2026-01-31 +00")).isTrue();
    assertThat(in("SELECT $1, $2", "1", "2026-01-31 +05:30")).isTrue();
  }

  @Test
  void findsTheWholeKeyAsOneParameter() {
    assertThat(in("UPDATE run SET x = 1 WHERE key = $1", "1/2026-01-31")).isTrue();
  }

  @Test
  void findsAKeyThatIsOneTextAsParameterAndAsLiteral() {
    String key = "1001/fulfil";
    assertThat(KeyMention.in("INSERT INTO job_run VALUES ($1, $2)", List.of(key, "order"), key))
        .isTrue();
    assertThat(KeyMention.in("SELECT 1 FROM job_run WHERE key = '1001/fulfil'", List.of(), key))
        .isTrue();
    assertThat(KeyMention.in("SELECT 1 WHERE key = $1", List.of("1001/fulfil-more"), key))
        .isFalse();
    assertThat(KeyMention.in("SELECT 1 WHERE key = $1", List.of("11001/fulfil"), key)).isFalse();
    assertThat(KeyMention.in("SELECT 1 WHERE key = '1002/fulfil'", List.of("1001"), key)).isFalse();
  }

  @Test
  void findsPartsAsLiterals() {
    assertThat(in("UPDATE run SET x = 2 WHERE t = 1 AND d = '2026-01-31'")).isTrue();
  }

  @Test
  void isNotFooledByPartsOfLongerValues() {
    assertThat(in("UPDATE run SET x = 11 WHERE d = '2026-01-31'")).isFalse();
    assertThat(in("SELECT $1, $2", "10", "2026-01-31")).isFalse();
  }

  @Test
  void needsAValueOfItsOwnForEachPart() {
    assertThat(KeyMention.in("SELECT $1", List.of("7"), "7/7")).isFalse();
    assertThat(KeyMention.in("SELECT $1, $2", List.of("7", "7"), "7/7")).isTrue();
  }

  @Test
  void toleratesNullParameters() {
    assertThat(KeyMention.in("SELECT $1", Arrays.asList((String) null), "7")).isFalse();
  }

  private static boolean in(String sql, String... parameters) {
    return KeyMention.in(sql, List.of(parameters), "1/2026-01-31");
  }
}
