package dev.threeledger.trigger;

import dev.threeledger.scenario.Scenario.Trigger;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.TriggerSkipped;
import dev.threeledger.timeline.Timeline;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * When the triggers of a scenario leave.
 *
 * <pre>
 * workers ready ────────────────► after ─► leaves
 * row of the key in the role ───► after ─► leaves        (once)
 * never in the role ────────────► the run ends: TriggerSkipped
 * </pre>
 *
 * The role is that of the key's last committed row in the fencing table, as the row history tells:
 * an event, at which all triggers that waited for it leave together. Any thread may call.
 */
public final class Departures implements AutoCloseable {
  private final Subject subject;
  private final Timeline timeline;
  private final Sender sender;

  /** State of each key, as last committed. */
  private final Map<String, String> states;

  /** By number; guarded by this, as everything that changes. */
  private final Map<Integer, Trigger> waiting = new TreeMap<>();

  private final Consumer<Entry> listener = this::wake;
  private int leaving;
  private long seen;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "departures");
            thread.setDaemon(true);
            return thread;
          });

  /** Sends one trigger under its number and returns at once. */
  public interface Sender {
    /** Sends it. */
    void send(int number, Trigger trigger);
  }

  /**
   * Departures of one run.
   *
   * @param states state of each key that has a row already, before the first event
   */
  public Departures(Subject subject, Map<String, String> states, Timeline timeline, Sender sender) {
    this.subject = subject;
    this.states = new HashMap<>(states);
    this.timeline = timeline;
    this.sender = sender;
  }

  /** Lets those leave that wait for nothing and watches for the others; call it once. */
  public synchronized void start(Iterable<Trigger> triggers) {
    int number = 0;
    for (Trigger trigger : triggers) {
      number++;
      if (trigger.once() == null) {
        leave(number, trigger);
      } else {
        waiting.put(number, trigger);
      }
    }
    if (!waiting.isEmpty()) {
      timeline.listen(listener);
      catchUp();
    }
  }

  /** True when no trigger is about to leave: each has left, or waits for its condition. */
  public synchronized boolean settled() {
    return leaving == 0;
  }

  /** True when a trigger waits for its condition. */
  public synchronized boolean waiting() {
    return !waiting.isEmpty();
  }

  /**
   * Those that still wait never leave: each is noted as TriggerSkipped. One whose condition holds
   * by now leaves instead.
   */
  public synchronized void skip() {
    catchUp();
    waiting.forEach(
        (number, trigger) ->
            timeline.append(
                new TriggerSkipped(
                    number,
                    trigger.worker(),
                    trigger.job(),
                    trigger.keyText(),
                    trigger.once().yamlName(),
                    states.get(trigger.keyText()))));
    waiting.clear();
  }

  /** Runs under the timeline's lock: it only wakes the clock's thread. */
  private void wake(Entry entry) {
    if (entry.event() instanceof RowChanged row && tells(row)) {
      try {
        clock.execute(this::catchUp);
      } catch (RejectedExecutionException closed) {
        // the run is over
      }
    }
  }

  private synchronized void catchUp() {
    for (Entry entry : timeline.entriesAfter(seen)) {
      seen = entry.seq();
      if (entry.event() instanceof RowChanged row && tells(row)) {
        String state = row.after() == null ? null : row.after().get(subject.fencing().state());
        states.put(row.key(), state);
        release();
      }
    }
    release();
  }

  private boolean tells(RowChanged row) {
    Subject.Fencing fencing = subject.fencing();
    return fencing != null && fencing.state() != null && row.table().equals(fencing.table());
  }

  private void release() {
    for (Iterator<Map.Entry<Integer, Trigger>> all = waiting.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Integer, Trigger> one = all.next();
      Optional<StateRole> role =
          Optional.ofNullable(states.get(one.getValue().keyText())).flatMap(subject::role);
      if (role.filter(one.getValue().once()::holds).isPresent()) {
        all.remove();
        leave(one.getKey(), one.getValue());
      }
    }
  }

  private void leave(int number, Trigger trigger) {
    leaving++;
    if (trigger.after().isZero()) {
      send(number, trigger);
    } else {
      clock.schedule(() -> send(number, trigger), trigger.after().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void send(int number, Trigger trigger) {
    try {
      sender.send(number, trigger);
    } catch (RuntimeException e) {
      timeline.append(new HarnessProblem("trigger " + number, String.valueOf(e.getMessage())));
    } finally {
      left();
    }
  }

  private synchronized void left() {
    leaving--;
  }

  /** Nothing leaves any more. Idempotent. */
  @Override
  public void close() {
    timeline.unlisten(listener);
    clock.shutdownNow();
  }
}
