package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What the two sides of a conversation both know. Guarded by the conversation. */
final class Shared {
  final String worker;
  final long connection;
  private final ToLongFunction<Event> timeline;
  private final Runnable counter;
  private final Set<String> notUnderstood = new HashSet<>();
  private long transactions;

  /** Cycles whose ReadyForQuery has not arrived, oldest first. */
  final Deque<Cycle> cycles = new ArrayDeque<>();

  /** Of the last ReadyForQuery: I idle, T in a transaction, E in a failed one. */
  char status = 'I';

  /** The explicit transaction that the server had open at the last ReadyForQuery, or null. */
  Transaction open;

  /** {@code standard_conforming_strings} is off. */
  boolean backslashEscapes;

  /** One direction cannot be followed any more: everything passes. */
  boolean lost;

  /**
   * @param timeline appends an event and gives its seq
   * @param counter run for everything that was not understood
   */
  Shared(String worker, long connection, ToLongFunction<Event> timeline, Runnable counter) {
    this.worker = worker;
    this.connection = connection;
    this.timeline = timeline;
    this.counter = counter;
    Cycle startup = new Cycle();
    startup.held = false;
    startup.complete = true;
    startup.awaited.add(Awaited.of(Awaited.Kind.READY));
    cycles.add(startup);
  }

  long append(Event event) {
    return timeline.applyAsLong(event);
  }

  Transaction newTransaction(boolean explicit) {
    return new Transaction(++transactions, explicit);
  }

  /** Counted each time, reported once per connection and kind. */
  void notUnderstood(String kind, String what) {
    counter.run();
    if (notUnderstood.add(kind)) {
      append(new Event.NotUnderstood(worker, connection, what));
    }
  }
}
