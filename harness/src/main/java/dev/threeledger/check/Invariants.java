package dev.threeledger.check;

import dev.threeledger.invariant.EvidenceColumns;
import dev.threeledger.invariant.EvidenceTables;
import dev.threeledger.invariant.QueryFailedException;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Invariant;
import dev.threeledger.verdict.CheckResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The user's own promises: SQL over the evidence, each row of which breaks the promise.
 *
 * <p>Results are named {@code invariant:<name>}, the subject's first, then the scenario's. A row's
 * column {@code key} is the business key, {@code message} the finding's words (else the row
 * itself), {@code seq} its place, if it is the number of an event (else the end of the run).
 *
 * <p>Sound and complete are what the SQL is; truth is what it asks. The tables hold the evidence
 * and nothing else ({@link EvidenceRows}), and the query runs in memory with nothing else in its
 * reach ({@link EvidenceTables}), so that a stored run gives the same rows again, with one
 * exception: a query that takes longer than 10 s is ended, and on a slower machine that may happen
 * where it did not before.
 *
 * <p>Of a run that a drill stopped ({@link Drill}) a row is a doubt: what the promise speaks of was
 * cut short. SQL that fails, or that asks a ledger that was not read, is INCONCLUSIVE; one that
 * asks the due list of a scenario that states none is PASS, with a note. Cost: the evidence once
 * more in memory, and the queries.
 */
public final class Invariants {
  /** What the names of their results begin with. */
  public static final String PREFIX = "invariant:";

  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final int MOST_ROWS = 50;

  private final RunRecord run;
  private final Events events;
  private final EvidenceColumns columns;

  private Invariants(RunRecord run) {
    this.run = run;
    events = new Events(run);
    columns = EvidenceRows.columns(run);
  }

  /** One result for each of the subject's and the scenario's invariants, in their order. */
  public static List<CheckResult> judge(RunRecord run) {
    List<Invariant> all =
        Stream.concat(
                run.subject().promises().invariants().stream(),
                run.scenario().invariants().stream())
            .toList();
    if (all.isEmpty()) {
      return List.of();
    }
    Invariants invariants = new Invariants(run);
    try (EvidenceTables tables = new EvidenceTables(invariants.columns)) {
      EvidenceRows.fill(tables, run);
      return all.stream().map(one -> invariants.judge(one, tables)).toList();
    } catch (RuntimeException e) {
      return all.stream()
          .map(one -> CheckResult.inconclusive(PREFIX + one.name(), "the check broke: " + e))
          .toList();
    }
  }

  private CheckResult judge(Invariant invariant, EvidenceTables tables) {
    String name = PREFIX + invariant.name();
    if (events.end() == 0) {
      return CheckResult.inconclusive(name, Checks.NOTHING_HAPPENED);
    }
    Set<String> asked = columns.mentionedBy(invariant.sql());
    if (asked.contains("due") && run.scenario().due() == null) {
      return CheckResult.of(
          name, List.of(), List.of("the scenario states no due list; nothing was judged"));
    }
    Optional<String> unread = unread().stream().filter(asked::contains).findFirst();
    if (unread.isPresent()) {
      return CheckResult.inconclusive(name, "the " + unread.get() + " ledger was not read");
    }
    try {
      return result(name, tables.ask(invariant.sql(), WITHIN, MOST_ROWS + 1));
    } catch (QueryFailedException e) {
      return CheckResult.inconclusive(name, "the SQL gave no answer: " + e.getMessage());
    }
  }

  private CheckResult result(String name, List<Map<String, String>> rows) {
    Findings findings = new Findings(name);
    rows.stream().limit(MOST_ROWS).forEach(row -> add(row, findings));
    if (rows.size() > MOST_ROWS) {
      findings.note("there are more rows than the first " + MOST_ROWS);
    }
    return findings.result();
  }

  private void add(Map<String, String> row, Findings findings) {
    String message = row.get("message");
    Long seq = FencedRow.number(row.get("seq"));
    boolean event = seq != null && seq > 0 && seq <= events.end();
    String said = message == null || message.isBlank() ? text(row) : message;
    if (Drill.of(run).isPresent()) {
      findings.doubt(said + ", but the run was stopped before its first effect");
      return;
    }
    findings.add(row.get("key"), said, event ? seq : events.end(), List.of());
  }

  private static String text(Map<String, String> row) {
    return row.isEmpty()
        ? "a row of NULLs"
        : row.entrySet().stream()
            .map(column -> column.getKey() + " = " + column.getValue())
            .collect(Collectors.joining(", "));
  }

  private Set<String> unread() {
    Ledgers ledgers = run.ledgers();
    Map<String, Optional<List<LedgerRow>>> all = new LinkedHashMap<>();
    all.put("business", ledgers.business());
    all.put("external", ledgers.external());
    all.put("execution", ledgers.execution());
    all.put("due", ledgers.due());
    Set<String> unread = new LinkedHashSet<>(all.keySet());
    unread.removeIf(ledger -> all.get(ledger).isPresent());
    return unread;
  }
}
