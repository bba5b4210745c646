package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.WorkerWaited;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures as measured, see {@link Starvation}. */
class StarvationTest {

  @Test
  void whereNothingWasCountedTimesAreBelieved() {
    assertThat(starvation(history())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "   0,     0,  1000", // never ran
    " 406,  1159, 13152", // idle machine, 3 lanes
    "1003,  4378, 20609", // idle machine, 4 lanes
    "  64,   463,  7124",
    " 100,  1999,  3379", // too short to bring anything about
    " 300,  2699, 12000", // got enough
    "1600, 12000,  1700", // its own threads keep the CPUs busy
  })
  void timesAreBelieved(long cpu, long waited, long over) {
    assertThat(starvation(history().add(new WorkerWaited("1", 42, cpu, waited, over)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "299, 2801, 19750", // load of 25 to 33: accused wrongly, each of them
    "250, 5592,  4559",
    "305, 3413, 12897",
    "314, 6558, 11519",
    "300, 2700, 12000", // just so
    "  0, 2000,  3000", // it hardly ran at all
  })
  void timesProveNothing(long cpu, long waited, long over) {
    assertThat(starvation(history().add(new WorkerWaited("1", 42, cpu, waited, over)))).isPresent();
  }

  @Test
  void workersAndTheirProcessesCountTogether() {
    History run =
        history()
            .add(new WorkerWaited("1", 42, 40, 300, 1200))
            .add(new WorkerWaited("2", 43, 905, 6800, 10_004))
            .add(new WorkerWaited("1", 44, 255, 4100, 4000));

    assertThat(starvation(run)).contains(text("11.2 s", "1.2 s"));
    assertThat(starvation(run.add(new WorkerWaited("2", 45, 300, 1000, 1100)))).isEmpty();
  }

  /** The reason, in words. */
  static String text(String waited, String cpu) {
    return ("the workers waited %s for a CPU and had one for %s, summed over their threads: the machine"
            + " was too busy for times to prove anything; run fewer lanes or stop other work")
        .formatted(waited, cpu);
  }

  /** What a check says of a run with {@link History#starved} whose only findings are by clock. */
  static CheckResult doubt(String check, String... notHeld) {
    return new CheckResult(
        check,
        Verdict.INCONCLUSIVE,
        List.of(),
        Stream.of(notHeld).map(message -> "not held against it: " + message).toList(),
        text("9.1 s", "0.9 s"));
  }

  private static Optional<String> starvation(History history) {
    return Starvation.of(new Events(history.record()));
  }
}
