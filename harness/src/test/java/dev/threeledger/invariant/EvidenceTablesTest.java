package dev.threeledger.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceTablesTest {
  private static final EvidenceColumns COLUMNS =
      EvidenceColumns.of(
          "SELECT order_id AS key, 'order' AS kind, amount, \"Note\" FROM fulfilment",
          "SELECT key, job AS kind, status AS state, owner FROM job_run",
          null);

  private final EvidenceTables tables = new EvidenceTables(COLUMNS);

  @TempDir Path directory;

  @AfterEach
  void close() {
    tables.close();
  }

  private List<Map<String, String>> ask(String sql) throws QueryFailedException {
    return tables.ask(sql, Duration.ofSeconds(5), 10);
  }

  @Test
  void amountsAreExactAndNullsAreLeftOut() throws Exception {
    tables.add(
        "business",
        List.of(
            Map.of("key", "1", "kind", "order", "amount", new BigDecimal("0.10"), "Note", "a"),
            Map.of("key", "2", "kind", "order", "amount", new BigDecimal("0.20"))));

    assertThat(ask("SELECT key, amount, \"Note\" FROM business ORDER BY key"))
        .containsExactly(
            Map.of("key", "1", "amount", "0.1", "Note", "a"), Map.of("key", "2", "amount", "0.2"));
    assertThat(ask("SELECT sum(amount) AS total FROM business"))
        .containsExactly(Map.of("total", "0.3"));
  }

  @Test
  void aColumnThatALedgersSqlNamesIsThereWithoutAnyRow() throws Exception {
    assertThat(ask("SELECT key FROM execution WHERE owner IS NULL")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM business",
        "INSERT INTO business (key) VALUES ('1')",
        "DROP TABLE business",
        "CREATE ALIAS f AS 'int f() { return 1; }'",
        "CREATE ALIAS f FOR 'java.lang.System.exit'",
        "CREATE TABLE mine (a INT)",
        "RUNSCRIPT FROM '/tmp/x.sql'",
        "BACKUP TO '/tmp/x.zip'",
        "SHUTDOWN",
        "SET MODE Oracle",
        "SELECT 1; SELECT 2",
        "SELECT * FROM CSVREAD('/etc/passwd')",
        "SELECT * FROM \"csvread\"('/etc/passwd')",
        "SELECT FILE_READ('/etc/passwd')",
        "SELECT LINK_SCHEMA('a', '', 'jdbc:h2:mem:b', 'a', 'a', 'p')",
        "SELECT * FROM information_schema.users",
        "SELECT rand() FROM business",
        "SELECT current_timestamp FROM business",
        "SELECT key FROM business WHERE now() > 1",
        "",
        "-- nothing",
      })
  void refusesWhatIsNoQueryOfTheTablesAlone(String sql) {
    assertThatThrownBy(() -> ask(sql)).isInstanceOf(QueryFailedException.class);
    assertThat(EvidenceTables.problem(sql, COLUMNS)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCRIPT", "SCRIPT TO '%s'", "CALL CSVWRITE('%s', 'SELECT 1')"})
  void nothingReachesAFile(String sql) throws Exception {
    Path file = directory.resolve("out");

    assertThatThrownBy(() -> ask(sql.formatted(file))).isInstanceOf(QueryFailedException.class);
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void wordsInTextAndCommentsAreNotRefused() throws Exception {
    assertThat(ask("SELECT 'now; it''s rand()' AS message -- csvread;"))
        .containsExactly(Map.of("message", "now; it's rand()"));
  }

  @Test
  void anEndlessQueryIsEnded() {
    assertThatThrownBy(
            () ->
                tables.ask(
                    "SELECT count(*) FROM system_range(1, 100000) AS a(x),"
                        + " system_range(1, 100000) AS b(x) WHERE a.x + b.x = -1",
                    Duration.ofSeconds(1),
                    10))
        .isInstanceOf(QueryFailedException.class)
        .hasMessage("the query was ended after 1 s");
  }

  @Test
  void tellsWhichTablesThereAre() {
    assertThat(EvidenceTables.problem("SELECT key FROM busines", COLUMNS))
        .contains(
            "Table \"busines\" not found; known: business, external, execution, due, row_history,"
                + " row_values, events");
  }

  @Test
  void anUnknownColumnIsAProblemOnlyWhereAllColumnsAreKnown() {
    EvidenceColumns open = EvidenceColumns.of("SELECT * FROM done", "SELECT key FROM run", null);

    assertThat(EvidenceTables.problem("SELECT more FROM business", open)).isEmpty();
    assertThat(EvidenceTables.problem("SELECT more FROM execution", open))
        .contains("Column \"more\" not found");
  }
}
