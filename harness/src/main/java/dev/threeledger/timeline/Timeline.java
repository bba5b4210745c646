package dev.threeledger.timeline;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The one writer of a run's events. Any thread may append; events are numbered, written and shown
 * to listeners in one order, under one lock.
 *
 * <p>Listeners run on the appending thread while the lock is held: they must be quick, must not
 * block and must not append.
 */
public final class Timeline implements AutoCloseable {
  private final LongSupplier nanoClock;
  private final long startNanos;
  private final Writer out;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Consumer<Entry>> listeners = new CopyOnWriteArrayList<>();
  private boolean closed;
  private IOException writeFailure;

  /**
   * A timeline that writes each line to {@code out} and flushes it.
   *
   * @param nanoClock monotonic nanoseconds, such as {@code System::nanoTime}
   */
  public Timeline(Writer out, LongSupplier nanoClock) {
    this.out = out;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  /** A timeline in memory only. */
  public static Timeline inMemory() {
    return new Timeline(Writer.nullWriter(), System::nanoTime);
  }

  /**
   * Appends an event. After {@link #close()} the event is dropped and an entry with seq 0 is
   * returned: late threads of a run that has ended change nothing.
   */
  public Entry append(Event event) {
    return append(event, TimelineJson.event(event)); // JSON is made before the lock is taken
  }

  private synchronized Entry append(Event event, String json) {
    if (closed) {
      return new Entry(0, nanoClock.getAsLong() - startNanos, event);
    }
    Entry entry = new Entry(entries.size() + 1L, nanoClock.getAsLong() - startNanos, event);
    entries.add(entry);
    try {
      out.write(TimelineJson.line(entry, json));
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      if (writeFailure == null) {
        writeFailure = e;
      }
    }
    listeners.forEach(listener -> listener.accept(entry));
    notifyAll();
    return entry;
  }

  /** Shows every later entry to the listener, in order. */
  public void listen(Consumer<Entry> listener) {
    listeners.add(listener);
  }

  /** Ends what {@link #listen} began. */
  public void unlisten(Consumer<Entry> listener) {
    listeners.remove(listener);
  }

  /** All entries so far, in order. */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Entries with {@code seq > after}, in order. */
  public synchronized List<Entry> entriesAfter(long after) {
    int from = (int) Math.max(0, Math.min(after, entries.size()));
    return List.copyOf(entries.subList(from, entries.size()));
  }

  /** The highest seq so far, 0 when empty. */
  public synchronized long lastSeq() {
    return entries.size();
  }

  /** Nanoseconds since the run started, on the clock of {@code atNanos}. */
  public long elapsedNanos() {
    return nanoClock.getAsLong() - startNanos;
  }

  /**
   * Waits until an entry with {@code seq > after} satisfies the condition; looks at those already
   * there first.
   *
   * @return that entry, or empty when the time ran out or the timeline was closed
   */
  public synchronized Optional<Entry> await(long after, Predicate<Entry> condition, Duration within)
      throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    int next = (int) Math.max(0, after);
    while (true) {
      for (; next < entries.size(); next++) {
        if (condition.test(entries.get(next))) {
          return Optional.of(entries.get(next));
        }
      }
      long leftNanos = deadline - System.nanoTime();
      if (closed || leftNanos <= 0) {
        return Optional.empty();
      }
      wait(leftNanos / 1_000_000, (int) (leftNanos % 1_000_000));
    }
  }

  /**
   * The first failure to write a line (a full disk, say), if any. Events are kept in memory all the
   * same.
   */
  public synchronized Optional<IOException> writeFailure() {
    return Optional.ofNullable(writeFailure);
  }

  /** Appends the last event and closes the file in one step: nothing can stand after it. */
  public synchronized void closeWith(Event last) {
    append(last);
    close();
  }

  /** Closes the file. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    notifyAll();
    try {
      out.close();
    } catch (IOException e) {
      if (writeFailure == null) {
        writeFailure = e;
      }
    }
  }
}
