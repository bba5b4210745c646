package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.StatementSent;
import java.util.List;
import org.junit.jupiter.api.Test;

class WritersTest {

  @Test
  void anIdKnownWhenTheCommitWasAskedForIsExactEvenWithoutAcknowledgement() {
    Writers writers = writers(history().add(asked("1", 701L)));

    assertThat(writers.worker(701)).isEqualTo("1");
    assertThat(writers.asked(701).orElseThrow().seq()).isEqualTo(1);
  }

  @Test
  void anIdLearntWithTheAcknowledgementCountsWhenNothingElseWasUnderWay() {
    Writers writers =
        writers(history().add(asked("1", null)).add(acknowledged("1", 701)).add(asked("2", null)));

    assertThat(writers.worker(701)).isEqualTo("1");
  }

  @Test
  void twoAutocommitsAtOnceHaveNoWriter() {
    Writers writers =
        writers(
            history()
                .add(asked("1", null))
                .add(asked("2", null))
                .add(acknowledged("1", 701))
                .add(acknowledged("2", 702)));

    assertThat(writers.worker(701)).isNull();
    assertThat(writers.worker(702)).isNull();
    assertThat(writers.asked(702)).isEmpty();
  }

  @Test
  void aHoldersNameIsTheOnlySendersOrNobodys() {
    Writers writers =
        writers(history().add(sent("1", "one")).add(sent("1", "both")).add(sent("2", "both")));

    assertThat(writers.onlySenderOf("one")).isEqualTo("1");
    assertThat(writers.onlySenderOf("both")).isNull();
    assertThat(writers.onlySenderOf("none")).isNull();
  }

  private static CommitAsked asked(String worker, Long xid) {
    return new CommitAsked(worker, 1, 1, xid == null, xid, List.of());
  }

  private static CommitAcknowledged acknowledged(String worker, long xid) {
    return new CommitAcknowledged(worker, 1, 1, xid);
  }

  private static StatementSent sent(String worker, String holder) {
    return new StatementSent(worker, 1, 1, "UPDATE …", List.of(holder));
  }

  private static Writers writers(History history) {
    return new Writers(new Events(history.record()));
  }
}
