package dev.threeledger.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.timeline.Event.WorkerPartitioned;
import dev.threeledger.timeline.Event.WorkerPaused;
import dev.threeledger.timeline.Event.WorkerReady;
import dev.threeledger.timeline.Event.WorkerRejoined;
import dev.threeledger.timeline.Event.WorkerResumed;
import dev.threeledger.timeline.Timeline;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningTest {
  private final Timeline timeline = Timeline.inMemory();

  @Test
  void isTheFirstThatIsReadyAliveAndNotPaused() {
    assertThat(Running.first(timeline)).isEmpty();
    timeline.append(new WorkerReady("10", 5));
    timeline.append(new WorkerReady("2", 5));
    assertThat(Running.first(timeline)).contains("2");
    timeline.append(new WorkerPaused("stop", "2", 7, Map.of("7", "T")));
    assertThat(Running.first(timeline)).contains("10");
    timeline.append(new WorkerExited("10", 8, null, "KILL", true));
    assertThat(Running.first(timeline)).isEmpty();
    timeline.append(new WorkerResumed("stop", "2", 7));
    assertThat(Running.first(timeline)).contains("2");
  }

  @Test
  void isNoneThatIsCutOffUntilItIsJoinedAgainAndThenOnlyIfItLives() {
    timeline.append(new WorkerReady("1", 5));
    timeline.append(new WorkerReady("2", 5));
    timeline.append(new WorkerPartitioned("cut", "1", "10.0.0.1", Map.of()));
    assertThat(Running.first(timeline)).contains("2");
    timeline.append(new WorkerPartitioned("cut", "2", "10.0.0.2", Map.of()));
    assertThat(Running.first(timeline)).isEmpty();
    timeline.append(new WorkerExited("1", 7, 1, null, false));
    timeline.append(new WorkerRejoined("cut", "1", Map.of()));
    assertThat(Running.first(timeline)).isEmpty();
    timeline.append(new WorkerRejoined("cut", "2", Map.of("net", "10.0.0.2")));
    assertThat(Running.first(timeline)).contains("2");
  }
}
