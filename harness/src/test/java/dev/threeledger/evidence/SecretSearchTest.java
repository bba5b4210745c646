package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.timeline.Event.TriggerAnswered;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretSearchTest {
  private static final String CARD = "4111 1111 1111 1111";

  /** Allows secrets in the table customer. */
  private static final Subject SUBJECT = Formats.subject();

  private final SecretSearch search =
      new SecretSearch(new Masker(List.of("Ada Lovelace", "tok_9f")), SUBJECT);

  @Test
  void findsNothingInWhatIsClean() {
    search.events(entries(row("step_log", "k", Map.of("result", "ch_1"))));
    search.ledgers(ledgers("done"));
    assertThat(search.seen()).isEmpty();
  }

  @Test
  void tellsTheFirstEventOfATableAndKeyOnce() {
    search.events(
        entries(
            row("step_log", "k", Map.of("result", "for Ada Lovelace")),
            row("step_log", "k", Map.of("result", "for Ada Lovelace")),
            row("step_log", "other", Map.of("result", "tok_9f"))));
    assertThat(search.seen())
        .containsExactly(
            new SecretSeen("table step_log", null, "k", "secret 1", 1),
            new SecretSeen("table step_log", null, "other", "secret 2", 3));
  }

  @Test
  void anAllowedTableMayHoldSecretsButNoCardNumber() {
    search.events(
        entries(
            row("customer", "k", Map.of("name", "Ada Lovelace")),
            row("customer", "k", Map.of("card", CARD))));
    assertThat(search.seen())
        .containsExactly(new SecretSeen("table customer", null, "k", "card number", 2));
  }

  @Test
  void looksAtAnswersAndAtWhatPartnersAreTold() {
    search.events(
        entries(
            new TriggerAnswered(2, "1", "order", "k", 422, "no such card: " + CARD),
            new RequestReceived(
                "2",
                "payments.charge",
                1,
                "charge",
                "k/tok_9f",
                "k",
                "1",
                "d",
                "00-tok_9f",
                null)));
    assertThat(search.seen())
        .containsExactly(
            new SecretSeen("answer to trigger 2", "1", "k", "card number", 1),
            new SecretSeen("idempotency key of payments.charge", "2", "k", "secret 2", 2),
            new SecretSeen("traceparent of payments.charge", "2", "k", "secret 2", 2));
  }

  @Test
  void looksAtLedgers() {
    search.ledgers(ledgers("refused for Ada Lovelace"));
    assertThat(search.seen())
        .containsExactly(new SecretSeen("ledger execution", null, "k", "secret 1", -1));
  }

  @Test
  void looksAtLogsOfAllLives(@TempDir Path directory) throws Exception {
    search.log(Files.writeString(directory.resolve("worker-1.log"), "start\ncharging " + CARD));
    search.log(Files.writeString(directory.resolve("worker-1.2.log"), "tok_9f\n"));
    search.log(Files.writeString(directory.resolve("prepare.log"), "Ada Lovelace\n"));
    assertThat(search.seen())
        .containsExactly(
            new SecretSeen("log of worker 1", "1", null, "card number", -1),
            new SecretSeen("log of worker 1", "1", null, "secret 2", -1),
            new SecretSeen("log of prepare", null, null, "secret 1", -1));
  }

  private static Ledgers ledgers(String error) {
    LedgerRow row = new LedgerRow("k", "order", null, "MANUAL_REVIEW", Map.of("error", error));
    return new Ledgers(
        Optional.of(List.of()),
        Optional.of(List.of()),
        Optional.of(List.of(row)),
        Optional.empty());
  }

  private static Event row(String table, String key, Map<String, String> after) {
    return new RowChanged(
        1, 1, 1, "2026-01-31T00:00:00Z", table, RowOperation.UPDATE, key, null, after);
  }

  private static List<Entry> entries(Event... events) {
    return java.util.stream.IntStream.range(0, events.length)
        .mapToObj(i -> new Entry(i + 1L, i, events[i]))
        .toList();
  }
}
