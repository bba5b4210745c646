package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT 1                          | SELECT ?",
        "SELECT 'it''s', E'a\\'b', x'1f'   | SELECT ?, ?, ?",
        "SELECT $1, t1.c2 FROM t1          | SELECT $1, t1.c2 FROM t1",
        "SELECT $$a 'b' c$$, $q$x$$y$q$    | SELECT ?, ?",
        "SELECT 1.5e-3+.5-0xFF             | SELECT ?+?-?",
        "SELECT \"a 'b'\" FROM \"T\"       | SELECT \"a 'b'\" FROM \"T\"",
        "SELECT  a /* 1 /* 2 */ */ -- 3    | SELECT a",
        "DELETE FROM t WHERE id IN (1, 2);  | DELETE FROM t WHERE id IN (…)",
        "DELETE FROM t WHERE id in ($1,$2) | DELETE FROM t WHERE id IN (…)",
        "SELECT * FROM t WHERE a IN (SELECT 1) | SELECT * FROM t WHERE a IN (SELECT ?)",
        "UPDATE t SET a = 'x' WHERE b = -7 | UPDATE t SET a = ? WHERE b = -?",
        "SELECT 'unfinished                | SELECT 'unfinished",
      })
  void takesOutWhatVaries(String sql, String text) {
    assertThat(StatementText.of(sql)).isEqualTo(text);
  }

  @Test
  void blanksAndLineEndsBecomeOne() {
    assertThat(StatementText.of("\n  SELECT a,\n\t b\nFROM t\n")).isEqualTo("SELECT a, b FROM t");
    assertThat(StatementText.of("")).isEmpty();
  }

  @Test
  void aTextIsItsOwnNormalForm() {
    String text = StatementText.of("SELECT a FROM t WHERE b = 5 AND c IN (1,2,3)");

    assertThat(StatementText.of(text)).isEqualTo(text);
  }

  @Test
  void alsoAVeryLongOne() {
    String sql = "INSERT INTO t VALUES ('" + "it''s long ".repeat(50_000) + "')";

    assertThat(StatementText.of(sql)).isEqualTo("INSERT INTO t VALUES (?)");
  }
}
