package dev.threeledger.check;

import dev.threeledger.check.FencedRow.Hold;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Holders of one key follow each other, each with a higher token; never two at once. */
final class HolderIntervals {
  private final FencedRows rows;

  HolderIntervals(FencedRows rows) {
    this.rows = rows;
  }

  void judge(Findings findings) {
    rows.byKey()
        .forEach(
            (key, history) -> {
              judgeTogether(key, history, findings);
              judgeTokens(key, history, findings);
            });
  }

  /**
   * Two rows of the key held at the end of one transaction. Rows are told apart by what they said
   * before, since a table that lets two rows in has no key to go by.
   */
  private static void judgeTogether(String key, List<FencedRow> history, Findings findings) {
    List<Live> live = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      FencedRow row = history.get(i);
      forget(live, row);
      if (row.after() != null) {
        live.add(new Live(row.after(), row.seq()));
      }
      boolean endOfTransaction =
          i == history.size() - 1 || history.get(i + 1).commitLsn() != row.commitLsn();
      List<Live> held = live.stream().filter(one -> one.hold().held()).toList();
      if (endOfTransaction && held.size() > 1 && differ(held)) {
        findings.add(
            key,
            "%s has two holders at once: %s and %s"
                .formatted(
                    key,
                    held.get(held.size() - 2).hold().text(),
                    held.get(held.size() - 1).hold().text()),
            row.seq(),
            held.stream().map(Live::seq).toList());
        return;
      }
    }
  }

  private static void forget(List<Live> live, FencedRow row) {
    if (row.before() == null && row.update()) {
      live.clear();
      return;
    }
    live.stream()
        .filter(one -> one.hold().equals(row.before()))
        .findFirst()
        .ifPresent(live::remove);
  }

  private static boolean differ(List<Live> held) {
    Set<List<Object>> holders = new HashSet<>();
    held.forEach(
        one -> holders.add(List.of(one.hold().holder(), String.valueOf(one.hold().token()))));
    return holders.size() > 1;
  }

  /** A token that falls, or a claim that follows another holder's without a higher token. */
  private static void judgeTokens(String key, List<FencedRow> history, Findings findings) {
    FencedRow claimed = null;
    for (FencedRow row : history) {
      if (row.before() != null && row.after() != null && row.after().tokenBelow(row.before())) {
        findings.add(
            key,
            "%s: the token falls from %d to %d"
                .formatted(key, row.before().token(), row.after().token()),
            row.seq(),
            List.of());
      } else if (row.claim()) {
        if (claimed != null && unfenced(claimed.after(), row.after())) {
          findings.add(
              key,
              "%s: %s claims after %s; the token does not rise"
                  .formatted(key, row.after().text(), claimed.after().text()),
              row.seq(),
              List.of(claimed.seq()));
        }
      }
      if (row.claim() && (claimed == null || !row.after().tokenBelow(claimed.after()))) {
        claimed = row;
      }
    }
  }

  private static boolean unfenced(Hold earlier, Hold later) {
    return !Objects.equals(earlier.holder(), later.holder())
        && earlier.token() != null
        && later.token() != null
        && !earlier.tokenBelow(later);
  }

  /** A row as it stands now, and the event that made it so. */
  private record Live(Hold hold, long seq) {}
}
