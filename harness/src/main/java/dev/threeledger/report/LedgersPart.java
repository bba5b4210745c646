package dev.threeledger.report;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.ReconciledKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The three ledgers side by side, one line per key and kind; disagreements are marked. */
final class LedgersPart {
  private static final Set<String> SHOWN = Set.of("key", "kind", "amount", "state");

  private LedgersPart() {}

  static void write(Markup page, List<ReconciledKey> keys, Ledgers ledgers) {
    Page.section(page, "ledgers", "The three ledgers");
    if (keys.isEmpty()) {
      page.element("p", "No key is in any ledger.", "class", "fine");
    }
    page.open("table", "class", "ledgers").open("thead").open("tr");
    page.element("th", "key");
    head(page, "business", ledgers.business());
    head(page, "external", ledgers.external());
    head(page, "execution", ledgers.execution());
    page.element("th", "do they agree?").close().close().open("tbody");
    keys.forEach(key -> row(page, key, ledgers));
    page.close().close().closeLine();
  }

  private static void head(Markup page, String name, Optional<List<LedgerRow>> rows) {
    String size = rows.map(list -> "rows: " + list.size()).orElse("not read");
    page.open("th").text(name + " ").element("small", size).close();
  }

  private static void row(Markup page, ReconciledKey key, Ledgers ledgers) {
    page.open("tr", "class", key.disagreements().isEmpty() ? null : "disagree");
    page.open("th", "scope", "row").element("code", key.key());
    page.element("small", key.kind() + due(key)).close();
    rows(page, ledgers.business().isPresent(), key.business());
    rows(page, ledgers.external().isPresent(), key.external());
    rows(page, ledgers.execution().isPresent(), key.execution());
    page.open("td");
    if (!allRead(ledgers)) {
      page.element("p", "cannot be told: not all three were read", "class", "unread");
    } else if (key.disagreements().isEmpty()) {
      page.element("span", "yes", "class", "yes");
    }
    for (ReconciledKey.Disagreement disagreement : key.disagreements()) {
      page.open("p").element("b", words(disagreement.kind())).text(" ");
      page.text(disagreement.message()).close();
    }
    page.close().closeLine();
  }

  private static boolean allRead(Ledgers ledgers) {
    return ledgers.business().isPresent()
        && ledgers.external().isPresent()
        && ledgers.execution().isPresent();
  }

  private static String due(ReconciledKey key) {
    return key.due() == null ? "" : key.due() ? ", due" : ", not due";
  }

  private static String words(ReconciledKey.Kind kind) {
    return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + ".";
  }

  private static void rows(Markup page, boolean read, List<LedgerRow> rows) {
    page.open("td");
    if (!read) {
      page.element("span", "not read", "class", "unread");
    } else if (rows.isEmpty()) {
      page.element("span", "nothing", "class", "none");
    }
    for (LedgerRow row : rows) {
      page.open("div", "class", "entry");
      if (row.amount() != null) {
        page.element("b", row.amount().toPlainString()).text(" ");
      }
      if (row.state() != null) {
        page.element("span", row.state(), "class", "state").text(" ");
      }
      page.element("small", others(row)).close();
    }
    page.close();
  }

  private static String others(LedgerRow row) {
    return row.columns().entrySet().stream()
        .filter(column -> !SHOWN.contains(column.getKey()))
        .map(LedgersPart::column)
        .collect(Collectors.joining(", "));
  }

  private static String column(Map.Entry<String, String> column) {
    return column.getKey() + " " + column.getValue();
  }
}
