package dev.threeledger.wire.http;

import dev.threeledger.timeline.Event.AnswerDropped;
import dev.threeledger.timeline.Event.AnswerSent;
import dev.threeledger.timeline.Event.CallerGone;
import dev.threeledger.timeline.Event.OutsideConnectionClosed;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection through a tap: what its two threads share.
 *
 * <p>The requests' thread numbers exchanges and alone appends CallerGone; the answers' thread
 * removes them in order. Both change {@code waiting} and {@code end} under this object's lock, so
 * that an exchange is either answered or its caller is gone, never both. Nobody asks a gate while
 * holding it.
 */
final class TapConnection {

  /** What all connections of a tap have in common. */
  record Ends(String worker, String system, Exchanges exchanges, Timeline timeline, Gate gate) {
    String threadName(String what) {
      return "http-tap " + worker + " " + system + " " + what;
    }
  }

  /** Who ended the connection. */
  enum End {
    WORKER,
    PARTNER,
    HARNESS
  }

  private final Ends ends;
  private final long number;
  private final Socket worker;
  private final Socket partner;
  private final Runnable onNotUnderstood;
  private final Thread requests;
  private final Thread answers;
  private final AtomicInteger running = new AtomicInteger(2);
  private final AtomicBoolean counted = new AtomicBoolean();
  private final Deque<Exchange> waiting = new ArrayDeque<>();
  private final Set<Exchange> dropped = new HashSet<>();
  private volatile boolean raw;
  private volatile boolean silent;
  private volatile End end;
  private boolean closedNoted;
  private Runnable onEnd;

  TapConnection(Ends ends, Socket worker, Socket partner, Runnable onNotUnderstood) {
    this.ends = ends;
    this.number = ends.exchanges().nextConnection();
    this.worker = worker;
    this.partner = partner;
    this.onNotUnderstood = onNotUnderstood;
    this.requests = thread(new RequestSide(this), number + " requests");
    this.answers = thread(new AnswerSide(this), number + " answers");
  }

  private Thread thread(Runnable side, String what) {
    Thread thread = new Thread(() -> runAndLeave(side), ends.threadName(what));
    thread.setDaemon(true);
    return thread;
  }

  void start(Runnable onEnd) {
    this.onEnd = onEnd;
    requests.start();
    answers.start();
  }

  private void runAndLeave(Runnable side) {
    try {
      side.run();
    } finally {
      if (running.decrementAndGet() == 0) {
        dropTheRest();
        onEnd.run();
      }
    }
  }

  Ends ends() {
    return ends;
  }

  long number() {
    return number;
  }

  Socket worker() {
    return worker;
  }

  Socket partner() {
    return partner;
  }

  List<Thread> threads() {
    return List.of(requests, answers);
  }

  boolean raw() {
    return raw;
  }

  /** Something was not understood: both directions are passed on from here. */
  void passOn() {
    raw = true;
    if (counted.compareAndSet(false, true)) {
      onNotUnderstood.run();
    }
  }

  boolean silent() {
    return silent;
  }

  /** The worker's side stays open; nothing passes any more in either direction. */
  void fallSilent() {
    silent = true;
  }

  boolean ended() {
    return end != null;
  }

  synchronized Exchange open(String method) {
    Exchange exchange = ends.exchanges().open(ends.worker(), ends.system(), number, method);
    waiting.add(exchange);
    return exchange;
  }

  /** The exchange whose answer comes next, or null. */
  synchronized Exchange next() {
    return waiting.peek();
  }

  /**
   * The answer is being handed to the worker's socket.
   *
   * @return seq of AnswerSent, or -1 when the connection has ended: then nothing may be sent
   */
  synchronized long leave(Exchange exchange, int status) {
    if (end != null) {
      return -1;
    }
    waiting.remove(exchange);
    exchange.markAnswerLeft();
    return ends.timeline()
        .append(
            new AnswerSent(
                ends.worker(), exchange.operation(), exchange.request(), exchange.key(), status))
        .seq();
  }

  /** The answer will not be sent. It stays waiting, so that its caller's end is noticed. */
  synchronized void drop(Exchange exchange) {
    if (dropped.add(exchange)) {
      ends.timeline()
          .append(
              new AnswerDropped(
                  ends.worker(), exchange.operation(), exchange.request(), exchange.key()));
    }
  }

  /** What the partner still has at hand is told by the partner, after what it did. */
  private synchronized void dropTheRest() {
    waiting.stream()
        .filter(exchange -> dropped.contains(exchange) || exchange.abandon())
        .forEach(this::drop);
    waiting.clear();
  }

  /** The worker closed its side: tells it for every request without an answer. */
  synchronized void workerClosed() {
    if (end == null) {
      end = End.WORKER;
      waiting.forEach(this::callerGone);
    }
    closeBoth(End.WORKER);
  }

  /** The worker closed its side while the answer was being sent. */
  void callerGone(Exchange exchange) {
    ends.timeline()
        .append(
            new CallerGone(
                ends.worker(), exchange.operation(), exchange.request(), exchange.key()));
  }

  /** Closes both sides. Idempotent; the first one to call it is the one who ended it. */
  void closeBoth(End by) {
    synchronized (this) {
      if (end == null) {
        end = by;
      }
      noteClosed();
    }
    HttpTap.closeQuietly(worker);
    HttpTap.closeQuietly(partner);
  }

  /** It was the harness's own connection: its end is no event. */
  void closeUnnoted() {
    synchronized (this) {
      closedNoted = true;
    }
    closeBoth(End.HARNESS);
  }

  /** Once; called with this object's lock. */
  private void noteClosed() {
    if (!closedNoted) {
      closedNoted = true;
      ends.timeline()
          .append(
              new OutsideConnectionClosed(
                  ends.worker(), ends.system(), number, end.name().toLowerCase(Locale.ROOT)));
    }
  }

  void cut() {
    closeBoth(End.HARNESS);
  }

  /** Cuts, and wakes a thread that a gate holds. */
  void end() {
    cut();
    threads().stream()
        .filter(thread -> thread != Thread.currentThread())
        .forEach(Thread::interrupt);
  }

  /** Passes the worker's end of stream on, where both sides are raw. */
  void endOfRawRequests() throws IOException {
    partner.shutdownOutput();
  }
}
