package dev.threeledger.evidence;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.timeline.Event.TriggerAnswered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks for secrets and card numbers where none may stand, before anything is masked: rows that
 * were written, business and execution ledger, answers to triggers, idempotency key and traceparent
 * of requests to partners, logs.
 *
 * <p>In a table of {@code secrets_allowed}, and in a business ledger whose SQL names one, only card
 * numbers are looked for. Each place, worker and key is told once, with the first event that shows
 * it. What a worker sent in a body, and an answer's text past its first 2000 characters, is not
 * looked at; a value that is broken over two lines of a log is not recognised.
 */
final class SecretSearch {
  private static final Pattern LOG = Pattern.compile("worker-(\\d+)(\\.\\d+)?\\.log");

  private final Masker masker;
  private final Subject subject;
  private final Map<List<Object>, SecretSeen> seen = new LinkedHashMap<>();

  SecretSearch(Masker masker, Subject subject) {
    this.masker = masker;
    this.subject = subject;
  }

  /** What was found so far, in the order of the search. */
  List<SecretSeen> seen() {
    return List.copyOf(seen.values());
  }

  void events(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry.event() instanceof RowChanged row) {
        row(row, entry.seq());
      } else if (entry.event() instanceof TriggerAnswered answer) {
        String where = "answer to trigger " + answer.trigger();
        look(where, answer.worker(), answer.key(), answer.body(), false, entry.seq());
      } else if (entry.event() instanceof RequestReceived request) {
        request(request, entry.seq());
      }
    }
  }

  private void row(RowChanged row, long seq) {
    Map<String, String> values = row.after() == null ? row.before() : row.after();
    boolean allowed = subject.secretsAllowed().contains(row.table());
    for (String value : values == null ? List.<String>of() : values.values()) {
      look("table " + row.table(), null, row.key(), value, allowed, seq);
    }
  }

  private void request(RequestReceived request, long seq) {
    String of = " of " + request.operation();
    String worker = request.worker();
    look("idempotency key" + of, worker, request.key(), request.idempotencyKey(), false, seq);
    look("traceparent" + of, worker, request.key(), request.traceparent(), false, seq);
  }

  void ledgers(Ledgers ledgers) {
    boolean allowed =
        subject.secretsAllowed().stream().anyMatch(table -> names(subject.businessSql(), table));
    ledger("business", ledgers.business(), allowed);
    ledger("execution", ledgers.execution(), false);
  }

  private static boolean names(String sql, String table) {
    return Pattern.compile("(?<!\\w)" + Pattern.quote(table) + "(?!\\w)").matcher(sql).find();
  }

  private void ledger(String name, Optional<List<LedgerRow>> rows, boolean allowed) {
    for (LedgerRow row : rows.orElse(List.of())) {
      Collection<String> values = new ArrayList<>(row.columns().values());
      values.add(row.key());
      values.forEach(value -> look("ledger " + name, null, row.key(), value, allowed, -1));
    }
  }

  void log(Path file) throws IOException {
    Matcher worker = LOG.matcher(file.getFileName().toString());
    String name = worker.matches() ? worker.group(1) : null;
    String where =
        name == null
            ? "log of " + file.getFileName().toString().replaceFirst("\\.log$", "")
            : "log of worker " + name;
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    text.lines().forEach(line -> look(where, name, null, line, false, -1));
  }

  private void look(
      String where, String worker, String key, String text, boolean allowed, long seq) {
    if (text == null) {
      return;
    }
    for (String what : masker.find(text)) {
      if (!allowed || what.equals(Masker.CARD)) {
        List<Object> place = java.util.Arrays.asList(where, worker, key, what);
        seen.putIfAbsent(place, new SecretSeen(where, worker, key, what, seq));
      }
    }
  }
}
