package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Invariant;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvariantsTest {
  private static final String NAME = "invariant:one";

  private static History asking(String... queries) {
    List<Invariant> invariants =
        Arrays.stream(queries).map(query -> new Invariant("one", query)).toList();
    return history().subject(Samples.saga(Samples.subject().retry(), invariants));
  }

  @Test
  void withoutInvariantsThereIsNoResult() {
    assertThat(Invariants.judge(history().charge("1", KEY).record())).isEmpty();
  }

  @Test
  void emptyRunIsInconclusive() {
    assertThat(judge(asking("SELECT 1 AS message")))
        .isEqualTo(CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED));
  }

  @Test
  void passesWhenNoRowComes() {
    assertThat(
            judge(
                asking("SELECT key, amount FROM business WHERE amount < 0")
                    .charge("1", KEY)
                    .business(KEY, "120.50")))
        .isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
  }

  @Test
  void eachRowIsAFindingWithItsKeyAndItsValues() {
    History negative =
        asking("SELECT key, amount FROM business WHERE amount < 0")
            .charge("1", KEY) // 1..3
            .business(KEY, "-120.50");

    assertThat(judge(negative))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(NAME, KEY, "key = 1/2026-01-31, amount = -120.5", 3, List.of(3L))),
                List.of()));
  }

  @Test
  void aRowNamesItsPlaceAndItsWords() {
    History waiting =
        asking(
                """
                SELECT e.key, e.seq, 'charged while ' || h.new_state AS message
                FROM events e JOIN row_history h ON h.key = e.key AND h.seq < e.seq
                WHERE e.event = 'EffectApplied' AND h.new_state = 'RETRY_WAIT'
                """)
            .run("1", KEY, "RETRY_WAIT", 1) // 1, 2
            .request("1", KEY) // 3
            .applied("1", KEY) // 4
            .unanswered("1", KEY); // 5, 6

    assertThat(judge(waiting))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(new Finding(NAME, KEY, "charged while RETRY_WAIT", 4, List.of(4L))),
                List.of()));
  }

  @Test
  void valuesOfARowCanBeAskedByColumn() {
    History token =
        asking(
                "SELECT key, seq, after FROM row_values WHERE name = 'fencing_token' AND after = '7'")
            .run("1", KEY, "RUNNING", 7); // 1, 2

    assertThat(judge(token))
        .isEqualTo(
            CheckResult.of(
                NAME,
                List.of(
                    new Finding(
                        NAME, KEY, "key = 1/2026-01-31, seq = 1, after = 7", 1, List.of(1L))),
                List.of()));
  }

  @Test
  void sqlThatFailsIsInconclusiveAndSaysWhy() {
    assertThat(judge(asking("SELECT nix FROM business").charge("1", KEY)))
        .isEqualTo(
            CheckResult.inconclusive(NAME, "the SQL gave no answer: Column \"nix\" not found"));
    assertThat(judge(asking("SELECT 1/0 FROM events").charge("1", KEY)).reason())
        .isEqualTo("the SQL gave no answer: Division by zero: \"1\"");
  }

  @Test
  void aLedgerThatWasNotReadIsNotJudged() {
    History unread = asking("SELECT key FROM external").charge("1", KEY).unread("external");

    assertThat(judge(unread))
        .isEqualTo(CheckResult.inconclusive(NAME, "the external ledger was not read"));
    assertThat(judge(asking("SELECT key FROM due").charge("1", KEY)))
        .isEqualTo(
            CheckResult.of(
                NAME, List.of(), List.of("the scenario states no due list; nothing was judged")));
  }

  @Test
  void everythingAtOnceIsCutOffAfterFiftyRows() {
    History many = asking("SELECT key FROM business", "SELECT seq, key FROM events");
    for (int i = 0; i < 60; i++) {
      many.trigger("1", KEY);
    }

    List<CheckResult> results = Invariants.judge(many.record());

    assertThat(results.get(0)).isEqualTo(CheckResult.of(NAME, List.of(), List.of()));
    assertThat(results.get(1).findings()).hasSize(50);
    assertThat(results.get(1).notes()).containsExactly("there are more rows than the first 50");
  }

  private static CheckResult judge(History history) {
    return Invariants.judge(history.record()).get(0);
  }
}
