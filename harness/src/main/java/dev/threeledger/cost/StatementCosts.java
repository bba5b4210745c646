package dev.threeledger.cost;

import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.StatementAnswered;
import dev.threeledger.timeline.Event.StatementSent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One statement of the workers, over a run: what passed the taps. BEGIN, COMMIT and ROLLBACK are
 * not among them; their transactions are.
 *
 * @param statement its text, with literals taken out
 * @param sent how often
 * @param failed how often the answer was an error
 * @param millis from sent to answered, at the tap, of each that was answered without an error, in
 *     order; waits for locks are in it
 */
public record StatementCosts(String statement, int sent, int failed, List<Double> millis) {
  public StatementCosts {
    millis = List.copyOf(millis);
  }

  /** Median of {@link #millis}, NaN when there is none. */
  public double medianMillis() {
    return millis.isEmpty() ? Double.NaN : Ranks.median(millis);
  }

  /** A statement's text with literals taken out, by which statements are told apart here. */
  public static String text(String sql) {
    return StatementText.of(sql);
  }

  /** By statement, from a timeline. */
  public static List<StatementCosts> of(List<Entry> timeline) {
    Map<String, Sum> sums = new TreeMap<>();
    Map<Place, Deque<Open>> open = new HashMap<>();
    for (Entry entry : timeline) {
      if (entry.event() instanceof StatementSent sent) {
        Sum sum = sums.computeIfAbsent(StatementText.of(sent.sql()), text -> new Sum());
        sum.sent++;
        open.computeIfAbsent(
                new Place(sent.connection(), sent.transaction()), place -> new ArrayDeque<>())
            .add(new Open(sum, entry.atNanos()));
      } else if (entry.event() instanceof StatementAnswered answered) {
        Place place = new Place(answered.connection(), answered.transaction());
        answered(open.getOrDefault(place, new ArrayDeque<>()), answered, entry.atNanos());
      }
    }
    List<StatementCosts> costs = new ArrayList<>();
    sums.forEach(
        (text, sum) -> costs.add(new StatementCosts(text, sum.sent, sum.failed, sum.millis)));
    return Collections.unmodifiableList(costs);
  }

  /** Answers come in the order of what was sent; after an error what was sent ahead gets none. */
  private static void answered(Deque<Open> open, StatementAnswered answer, long atNanos) {
    Open first = open.poll();
    if (first == null) {
      return;
    }
    if (answer.sqlState() == null) {
      first.sum.millis.add((atNanos - first.sentNanos) / 1e6);
    } else {
      first.sum.failed++;
      open.clear();
    }
  }

  private record Place(long connection, long transaction) {}

  private record Open(Sum sum, long sentNanos) {}

  private static final class Sum {
    private int sent;
    private int failed;
    private final List<Double> millis = new ArrayList<>();
  }
}
