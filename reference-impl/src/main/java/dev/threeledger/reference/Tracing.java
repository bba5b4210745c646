package dev.threeledger.reference;

import org.slf4j.MDC;

/**
 * The trace of what this thread does. Its id stands in each log line; each request that leaves
 * takes a span of its own, and the one whose intent is recorded first, the recorded one.
 */
final class Tracing {
  /** Name of the trace id in log lines. */
  static final String LOGGED = "trace";

  private static final ThreadLocal<Traceparent> CURRENT = new ThreadLocal<>();
  private static final ThreadLocal<Traceparent> NEXT = new ThreadLocal<>();

  private Tracing() {}

  /** Runs something as part of a trace. */
  static void in(Traceparent trace, Runnable task) {
    CURRENT.set(trace);
    MDC.put(LOGGED, trace.traceId());
    try {
      task.run();
    } finally {
      CURRENT.remove();
      NEXT.remove();
      MDC.remove(LOGGED);
    }
  }

  /** The header of the next request, known before it leaves. */
  static String announced() {
    if (NEXT.get() == null) {
      NEXT.set(child());
    }
    return NEXT.get().toString();
  }

  /** The header of a request that leaves now: the announced one, or one of its own. */
  static String leaving() {
    Traceparent announced = NEXT.get();
    NEXT.remove();
    return (announced == null ? child() : announced).toString();
  }

  private static Traceparent child() {
    Traceparent current = CURRENT.get();
    return current == null ? Traceparent.fresh() : current.child();
  }
}
