package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private record Key(long tenant, int number) {
    @Override
    public String toString() {
      return tenant + "." + number;
    }
  }

  private static List<Key> keys(int... tenants) {
    return IntStream.range(0, tenants.length).mapToObj(i -> new Key(tenants[i], i)).toList();
  }

  private static List<Key> ordered(Turns turns, List<Key> waiting) {
    return turns.order(waiting, Key::tenant);
  }

  @Test
  void takesOneOfEachTenantThenTheNextOfEach() {
    assertThat(ordered(new Turns(true), keys(1, 1, 1, 2, 3, 2)))
        .hasToString("[1.0, 2.3, 3.4, 1.1, 2.5, 1.2]");
  }

  @Test
  void beginsWithWhomItServedLongestAgo() {
    Turns turns = new Turns(true);
    turns.served(1);
    turns.served(2);

    assertThat(ordered(turns, keys(2, 1, 3))).hasToString("[3.2, 1.1, 2.0]");
  }

  @Test
  void takesThemAsTheyCameWhenItNeedNotBeFair() {
    Turns turns = new Turns(false);
    turns.served(1);

    assertThat(ordered(turns, keys(1, 1, 2))).hasToString("[1.0, 1.1, 2.2]");
  }

  /** With one place only, which is the hardest: each pick is a look of its own. */
  @Property(tries = 200)
  void letsEachTenantGoAheadOfAWaitingKeyOnceAtMost(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 1, max = 5) Integer> flood) {
    Turns turns = new Turns(true);
    List<Key> waiting = new ArrayList<>(keys(flood.stream().mapToInt(Integer::intValue).toArray()));
    Key last = new Key(9, 999);
    waiting.add(last);
    List<Long> ahead = new ArrayList<>();
    while (true) {
      Key next = ordered(turns, waiting).get(0);
      turns.served(next.tenant());
      waiting.remove(next);
      if (next.equals(last)) {
        break;
      }
      ahead.add(next.tenant());
      waiting.add(
          waiting.size() - 1, new Key(next.tenant(), 1_000 + ahead.size())); // and on it comes
    }
    assertThat(ahead).doesNotHaveDuplicates();
  }
}
