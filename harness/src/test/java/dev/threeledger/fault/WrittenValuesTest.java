package dev.threeledger.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenValuesTest {
  private static List<String> in(String sql, String... parameters) {
    return WrittenValues.of(sql, Arrays.asList(parameters), "job_run", "status");
  }

  @Test
  void readsLiteralsAndParametersThatAnUpdateSets() {
    assertThat(in("UPDATE job_run SET status = 'DONE', lease = NULL WHERE key = $1", "k"))
        .containsExactly("DONE");
    assertThat(
            in(
                "update only public.\"job_run\" AS j set a=f(1, 'x'), status=$2 where k=$1",
                "k",
                "B"))
        .containsExactly("B");
    assertThat(in("UPDATE job_run SET status = ('IT''S'::character varying)"))
        .containsExactly("IT'S");
    assertThat(in("UPDATE job_run SET status = $1::text RETURNING status", "A"))
        .containsExactly("A");
  }

  @Test
  void aConditionIsNothingThatIsWritten() {
    assertThat(in("UPDATE job_run SET step = 'X' WHERE status = 'DONE'")).isEmpty();
    assertThat(in("UPDATE job_run SET step = (SELECT 'X' WHERE status = 'DONE')")).isEmpty();
    assertThat(in("SELECT status = 'DONE' FROM job_run")).isEmpty();
    assertThat(in("DELETE FROM job_run WHERE status = 'DONE'")).isEmpty();
  }

  @Test
  void ofAnotherTableOrColumnNothingIsRead() {
    assertThat(in("UPDATE other SET status = 'DONE'")).isEmpty();
    assertThat(in("UPDATE job_run SET old_status = 'DONE', state = 'DONE'")).isEmpty();
    assertThat(in("INSERT INTO job_run (key, state) VALUES ('k', 'DONE')")).isEmpty();
  }

  @Test
  void whatIsComputedIsNotKnown() {
    assertThat(in("UPDATE job_run SET status = CASE WHEN x THEN 'DONE' ELSE 'B' END")).isEmpty();
    assertThat(in("UPDATE job_run SET status = 'DO' || 'NE'")).isEmpty();
    assertThat(in("UPDATE job_run SET (status, step) = ('DONE', 'x')")).isEmpty();
    assertThat(in("UPDATE job_run SET status = status")).isEmpty();
    assertThat(in("UPDATE job_run SET status = NULL, a = $1", (String) null)).isEmpty();
    assertThat(in("UPDATE job_run SET status = $2", "A")).isEmpty();
    assertThat(in("WITH w AS (UPDATE job_run SET status = 'DONE') SELECT 1")).isEmpty();
  }

  @Test
  void readsEachRowOfAnInsert() {
    assertThat(in("INSERT INTO job_run (key, status) VALUES ('a', 'ONE'), (f(1, 2), $1)", "TWO"))
        .containsExactly("ONE", "TWO");
    assertThat(in("INSERT INTO job_run VALUES ('a', 'ONE')")).isEmpty();
    assertThat(in("INSERT INTO job_run (key, status) SELECT 'a', 'ONE'")).isEmpty();
    assertThat(in("INSERT INTO job_run (key, status) VALUES ('a', 'ONE') ON CONFLICT DO NOTHING"))
        .containsExactly("ONE");
    assertThat(
            in(
                "INSERT INTO job_run (status) VALUES ('ONE') ON CONFLICT (key) DO UPDATE SET status"
                    + " = 'TWO'"))
        .isEmpty();
  }

  @Test
  void whatItDoesNotReadForCertainItLeaves() {
    assertThat(in("UPDATE job_run /* , */ SET status = 'DONE'")).isEmpty();
    assertThat(in("UPDATE job_run SET status = E'DONE'")).isEmpty();
    assertThat(in("UPDATE job_run SET status = $$DONE$$")).isEmpty();
    assertThat(in("UPDATE job_run SET status = 'DONE")).isEmpty();
    assertThat(in("UPDATE \"")).isEmpty();
    assertThat(in("")).isEmpty();
  }
}
