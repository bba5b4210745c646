package dev.threeledger.check;

import static dev.threeledger.check.History.history;
import static dev.threeledger.check.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.verdict.Finding;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Soundness: whatever a correct executor lives through, no check accuses it. */
class CorrectExecutorsTest {

  @Property(tries = 300)
  void noCheckAccusesACorrectExecutor(
      @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 7) Integer> steps) {
    Executor executor = new Executor();
    steps.forEach(executor::step);
    RunRecord run = executor.finish();

    List<Finding> findings =
        Checks.all().stream().flatMap(check -> check.judge(run).findings().stream()).toList();

    assertThat(findings).isEmpty();
  }

  /** One key, two workers, claims by rising token, one idempotency key, a partner that knows it. */
  private static final class Executor {
    private final History history = history().trigger("1", KEY);
    private String holder;
    private long token;
    private String state;
    private int requests;
    private boolean applied;

    void step(int step) {
      String worker = step % 2 == 0 ? "1" : "2";
      switch (step / 2) {
        case 0 -> claim(worker);
        case 1 -> charge(worker, true);
        case 2 -> charge(worker, false);
        default -> pause(worker);
      }
    }

    RunRecord finish() {
      if (!worksFor(holder)) {
        claim("2");
      }
      if (!applied) {
        history.request(holder, KEY).applied(holder, KEY).answered(holder, KEY, 201);
      }
      history.run(holder, KEY, "SUCCEEDED", token);
      return history.settled(KEY).quiet().record();
    }

    /** First claim, takeover or retry. */
    private void claim(String worker) {
      holder = worker;
      token++;
      state = "RUNNING";
      history.run(worker, KEY, state, token);
    }

    /** A superseded worker may repeat what the partner already knows. */
    private void charge(String worker, boolean answered) {
      boolean may = worksFor(worker) || (token > 0 && applied);
      if (!may || requests == 3) {
        return;
      }
      requests++;
      history.request(worker, KEY);
      if (applied) {
        history.deduplicated(worker, KEY);
      } else {
        history.applied(worker, KEY);
        applied = true;
      }
      if (answered) {
        history.answered(worker, KEY, 201);
      } else {
        history.unanswered(worker, KEY);
      }
    }

    private void pause(String worker) {
      if (worksFor(worker)) {
        state = "RETRY_WAIT";
        history.run(worker, KEY, state, token);
      }
    }

    private boolean worksFor(String worker) {
      return worker != null && worker.equals(holder) && "RUNNING".equals(state);
    }
  }
}
