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
 * The one writer of a run's events. Any thread may append; events are numbered and shown to
 * listeners in one order, under one lock, and written in that order: whoever comes to write takes
 * along what others have numbered meanwhile. An event's line is in the file when {@link #append}
 * returns.
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

  /** Held while lines are written; never asked for by one who holds the timeline's own lock. */
  private final Object file = new Object();

  /** Lines that are numbered and not written yet. */
  private StringBuilder unwritten = new StringBuilder();

  private boolean closed;
  private boolean fileClosed;
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
    String json = TimelineJson.event(event); // made before the lock is taken
    Entry entry = number(event, json);
    writeUnwritten();
    return entry;
  }

  private synchronized Entry number(Event event, String json) {
    if (closed) {
      return new Entry(0, nanoClock.getAsLong() - startNanos, event);
    }
    Entry entry = new Entry(entries.size() + 1L, nanoClock.getAsLong() - startNanos, event);
    entries.add(entry);
    TimelineJson.appendLine(unwritten, entry, json).append('\n');
    listeners.forEach(listener -> listener.accept(entry));
    notifyAll();
    return entry;
  }

  private void writeUnwritten() {
    synchronized (file) {
      String lines = takeUnwritten();
      if (lines.isEmpty()) {
        return; // another thread took them along
      }
      try {
        out.write(lines);
        out.flush();
      } catch (IOException e) {
        noteFailure(e);
      }
    }
  }

  private synchronized String takeUnwritten() {
    String lines = unwritten.toString();
    unwritten = new StringBuilder();
    return lines;
  }

  private synchronized void noteFailure(IOException e) {
    if (writeFailure == null) {
      writeFailure = e;
    }
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
  public void closeWith(Event last) {
    String json = TimelineJson.event(last);
    synchronized (this) {
      number(last, json);
      closed = true;
      notifyAll();
    }
    closeFile();
  }

  /** Closes the file. Idempotent. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    closeFile();
  }

  private void closeFile() {
    synchronized (file) {
      if (fileClosed) {
        return;
      }
      fileClosed = true;
      writeUnwritten();
      try {
        out.close();
      } catch (IOException e) {
        noteFailure(e);
      }
    }
  }
}
