package dev.threeledger.quiesce;

import dev.threeledger.scenario.Durations;
import dev.threeledger.scenario.Placeholders;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Waits until nothing more will happen in a run.
 *
 * <pre>
 * last stimulus ──► two periods of the slowest machinery ──► quiet window without a change ──► quiet
 * (trigger sent, worker ready, fault struck or healed)         (a change starts the window again)
 *
 * while a key is held or waits to be picked up: last change ──► two periods ──► quiet window
 * </pre>
 *
 * A stimulus is what the harness does; a change is what the subject does: a row, a commit, a
 * request to the outside, a process that ends. An outside request that is being served, a trigger
 * without an answer and a fault that is under way keep the run open.
 */
public final class Quiescence {
  private final Timeline timeline;
  private final Duration periods;
  private final Duration quiet;
  private final BooleanSupplier nothingPending;
  private final Subject subject;

  /**
   * A watch over one run.
   *
   * @param subject tells where the state of a key stands and which states are an end
   * @param periods two periods of the slowest machinery
   * @param quiet how long nothing may change after them
   * @param nothingPending true when no trigger and no fault is under way
   */
  public Quiescence(
      Subject subject,
      Timeline timeline,
      Duration periods,
      Duration quiet,
      BooleanSupplier nothingPending) {
    this.subject = subject;
    this.timeline = timeline;
    this.periods = periods;
    this.quiet = quiet;
    this.nothingPending = nothingPending;
  }

  /** Two periods of the slowest of the subject's periodic machinery; zero when it has none. */
  public static Duration twoPeriods(Subject subject, Map<String, String> settings) {
    Map<String, String> values = new HashMap<>();
    settings.forEach((name, value) -> values.put("settings." + name, value));
    return subject.periodic().values().stream()
        .map(text -> Durations.parse(Placeholders.fill(text, values)))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO)
        .multipliedBy(2);
  }

  /**
   * Waits.
   *
   * @param limit of the wait
   * @return true when the run is quiet, false when the limit came first or a stop condition was met
   */
  public boolean await(Duration limit) throws InterruptedException {
    long deadline = timeline.elapsedNanos() + limit.toNanos();
    State state = new State(subject);
    while (timeline.elapsedNanos() < deadline) {
      timeline.entriesAfter(state.seen).forEach(state::take);
      if (state.stopped) {
        return false;
      }
      long now = timeline.elapsedNanos();
      // who holds a key may be slow, and who took it over is given the time to finish
      long afterChange = state.unfinished.isEmpty() ? 0 : periods.toNanos();
      long quietFrom =
          Math.max(state.lastStimulus + periods.toNanos(), state.lastChange + afterChange)
              + quiet.toNanos();
      boolean open = !state.served.isEmpty() || !nothingPending.getAsBoolean();
      if (!open && now >= quietFrom) {
        return true;
      }
      // While something is pending its end need not be an event: look again soon.
      long wait = open ? 5_000_000 : Math.min(quietFrom - now, deadline - now);
      timeline.await(state.seen, entry -> true, Duration.ofNanos(Math.max(1, wait)));
    }
    return false;
  }

  /** What the entries so far say. */
  private static final class State {
    private final Subject subject;
    private final Set<String> unfinished = new HashSet<>();
    private final Map<Long, String> served = new HashMap<>();

    /**
     * A slow partner may receive a request after its caller has gone: nobody waits for its answer.
     */
    private final Set<Long> over = new HashSet<>();

    private boolean stopped;
    private long seen;
    private long lastStimulus;
    private long lastChange;

    State(Subject subject) {
      this.subject = subject;
    }

    void take(Entry entry) {
      seen = entry.seq();
      Event event = entry.event();
      stopped |= event instanceof Event.StopConditionMet;
      if (event instanceof Event.RowChanged row) {
        noteState(row);
      }
      if (event instanceof Event.RequestReceived request) {
        if (!over.contains(request.request())) {
          served.put(request.request(), request.worker());
        }
      } else if (event instanceof Event.AnswerSent answer) {
        end(answer.request());
      } else if (event instanceof Event.AnswerDropped answer) {
        end(answer.request());
      } else if (event instanceof Event.CallerGone gone) {
        end(gone.request());
      } else if (event instanceof Event.WorkerExited exited) {
        served.values().removeIf(exited.worker()::equals);
      }
      if (isStimulus(event)) {
        lastStimulus = entry.atNanos();
      } else if (isChange(event)) {
        lastChange = entry.atNanos();
      }
    }

    private void noteState(Event.RowChanged row) {
      Subject.Fencing fencing = subject.fencing();
      if (fencing == null
          || fencing.state() == null
          || !row.table().equals(fencing.table())
          || row.key() == null) {
        return;
      }
      String state = row.after() == null ? null : row.after().get(fencing.state());
      if (state == null || subject.role(state).map(StateRole::ended).orElse(true)) {
        unfinished.remove(row.key());
      } else {
        unfinished.add(row.key());
      }
    }

    private void end(long request) {
      over.add(request);
      served.remove(request);
    }

    private static boolean isStimulus(Event event) {
      return event instanceof Event.Injected
          || event instanceof Event.TriggerSent
          || event instanceof Event.WorkerStarted
          || event instanceof Event.WorkerReady;
    }

    private static boolean isChange(Event event) {
      return event instanceof Event.RowChanged
          || event instanceof Event.Outside
          || event instanceof Event.TriggerAnswered
          || event instanceof Event.TriggerUnanswered
          || event instanceof Event.WorkerExited;
    }
  }
}
