package dev.threeledger.wire.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.wire.postgres.Sql.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTest {
  private static Sql one(String sql) {
    List<Sql> statements = Sql.statements(sql, false);
    assertThat(statements).hasSize(1);
    return statements.get(0);
  }

  private static List<String> texts(String sql) {
    return Sql.statements(sql, false).stream().map(Sql::text).toList();
  }

  @Test
  void splitsAtSemicolonsOutsideOfQuotes() {
    assertThat(
            texts(
                """
                ; INSERT INTO t VALUES ('a;b''c;'), ("x;""y");
                -- no; statement
                SELECT $$;$$, $tag$ ; $$ ; $tag$ /* ; /* ; */ ; */, E'\\\\';
                UPDATE t SET v = E'it\\'s; so' ;;
                """))
        .containsExactly(
            "INSERT INTO t VALUES ('a;b''c;'), (\"x;\"\"y\")",
            "SELECT $$;$$, $tag$ ; $$ ; $tag$ /* ; /* ; */ ; */, E'\\\\'",
            "UPDATE t SET v = E'it\\'s; so'");
  }

  @Test
  void keepsRoutineBodiesAndRulesWhole() {
    assertThat(
            texts(
                """
                CREATE FUNCTION f() RETURNS int BEGIN ATOMIC
                  SELECT CASE WHEN true THEN 1 END; SELECT 2; END;
                CREATE RULE r AS ON INSERT TO t DO (DELETE FROM u; DELETE FROM v);
                BEGIN; SELECT 1; END
                """))
        .hasSize(5)
        .endsWith("BEGIN", "SELECT 1", "END");
  }

  @Test
  void aBackslashEscapesWhereStringsAreNotStandard() {
    String sql = "SELECT 'a\\'; b'; SELECT 2";
    assertThat(Sql.statements(sql, true)).hasSize(2);
    assertThat(Sql.statements("SELECT 'a\\'; SELECT 2", false)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'open", "\"open", "$$open", "/* open", "SELECT 'x", "$1", "E'\\", "1e", "$"})
  void whatIsNotEndedEndsWithTheText(String sql) {
    assertThat(Sql.statements(sql, false).size()).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO public.t (a) VALUES (1)|insert|t",
        "insert into \"My\"\"T\" select 1|insert|My\"T",
        "UPDATE ONLY Shop.Orders AS o SET x = 1|update|orders",
        "DELETE FROM t USING u|delete|t",
        "MERGE INTO t USING u ON true WHEN MATCHED THEN UPDATE SET x = 1|merge|t",
        "COPY t (a, b) FROM STDIN|copy|t",
        "TRUNCATE TABLE t|truncate|t",
        "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2|insert|t",
        "/* claim */ UPDATE t SET a = 1 WHERE id IN (SELECT id FROM u FOR UPDATE)|update|t",
      })
  void namesTheTableThatIsWritten(String sql, String command, String table) {
    Sql statement = one(sql);
    assertThat(statement.command()).isEqualTo(command);
    assertThat(statement.tables()).containsExactly(table);
    assertThat(statement.mayWrite()).isTrue();
  }

  @Test
  void aWithMayWriteSeveralTables() {
    Sql statement =
        one(
            "WITH gone AS (DELETE FROM a RETURNING *), due AS (SELECT 1 FOR NO KEY UPDATE)"
                + " INSERT INTO b SELECT * FROM gone");
    assertThat(statement.command()).isEqualTo("with");
    assertThat(statement.tables()).containsExactly("a", "b");
    assertThat(statement.mayWrite()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'INSERT INTO t' FROM u FOR UPDATE",
        "(SELECT 1)",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "SHOW all",
        "SET search_path = a",
        "VALUES (1)",
        "COPY t TO STDOUT",
        "COPY (SELECT 1 FROM t) TO STDOUT",
        "EXPLAIN INSERT INTO t VALUES (1)",
        "BEGIN",
        "ROLLBACK TO s",
        "FETCH 10 FROM c",
      })
  void plainReadsWriteNothing(String sql) {
    assertThat(one(sql).mayWrite()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CALL p()",
        "DO $$ BEGIN END $$",
        "EXECUTE claim(1)",
        "CREATE TABLE t (a int)",
        "COPY (DELETE FROM t RETURNING *) TO STDOUT",
        "EXPLAIN ANALYZE DELETE FROM t",
        "COMMIT PREPARED 'x'",
      })
  void whateverElseMayWrite(String sql) {
    assertThat(one(sql).mayWrite()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "begin isolation level serializable,BEGIN",
    "START TRANSACTION,BEGIN",
    "COMMIT WORK,COMMIT",
    "END,COMMIT",
    "ROLLBACK,ROLLBACK",
    "ABORT TRANSACTION,ROLLBACK",
    "ROLLBACK TO SAVEPOINT a,ROLLBACK_TO",
    "ROLLBACK WORK TO a,ROLLBACK_TO",
    "SAVEPOINT a,SAVEPOINT",
    "RELEASE SAVEPOINT a,RELEASE",
    "PREPARE TRANSACTION 'x',PREPARE_TRANSACTION",
    "ROLLBACK PREPARED 'x',OTHER",
    "PREPARE q AS SELECT 1,OTHER",
    "COPY t FROM STDIN,COPY_IN",
    "COPY t FROM '/file',OTHER",
  })
  void knowsWhatControlsTheTransaction(String sql, Kind kind) {
    assertThat(one(sql).kind()).isEqualTo(kind);
  }

  @Test
  void knowsWhatIsChainedAndNamed() {
    assertThat(one("COMMIT AND CHAIN").chained()).isTrue();
    assertThat(one("COMMIT AND NO CHAIN").chained()).isFalse();
    assertThat(one("SAVEPOINT \"PGJDBC_AUTOSAVE\"").name()).isEqualTo("PGJDBC_AUTOSAVE");
    assertThat(one("ROLLBACK TO SAVEPOINT S1").name()).isEqualTo("s1");
  }
}
