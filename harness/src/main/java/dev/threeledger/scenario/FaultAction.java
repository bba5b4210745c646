package dev.threeledger.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a fault does; the record's name in kebab-case is the word after {@code do:}. */
public sealed interface FaultAction {

  /** The word after {@code do:}. */
  String yamlName();

  /**
   * SIGKILL of the process group that owns the connection, at the point.
   *
   * @param hold how long the message is held before the kill; zero: not at all
   * @param restart true: a new process takes the place of each worker that was killed
   * @param all true: all workers are killed, not only the one at the point
   * @param down how long nobody of those killed runs before the new processes are started; zero
   *     without {@code restart}
   */
  record Crash(Duration hold, boolean restart, boolean all, Duration down) implements FaultAction {
    /** Of the worker at the point only; restarted at once or not at all. */
    public Crash(Duration hold, boolean restart) {
      this(hold, restart, false, Duration.ZERO);
    }

    @Override
    public String yamlName() {
      return "crash";
    }
  }

  /**
   * The subject's stop signal to the worker's process group, then the message is let through. The
   * worker has to exit by itself; when it does not in time it is ended by SIGKILL.
   *
   * @param within how long it may take, or null: as the subject's {@code stop:} says
   * @param restart true: a new process takes its place once it has ended
   */
  record Terminate(Duration within, boolean restart) implements FaultAction {
    @Override
    public String yamlName() {
      return "terminate";
    }
  }

  /**
   * SIGSTOP of the worker's process group, then the message is let through to the stopped process;
   * SIGCONT later.
   *
   * @param until what ends the pause
   * @param lasts set exactly when {@code until} is TIME
   * @param within deadline for what ends the pause; missing it makes the run INCONCLUSIVE
   */
  record Pause(Until until, Duration lasts, Duration within) implements FaultAction {
    @Override
    public String yamlName() {
      return "pause";
    }

    /** What ends a pause. */
    public enum Until {
      /** Another holder's claim of the same key (a higher fencing token) has been committed. */
      TAKEN_OVER,
      /** The key has come to an end without the paused worker. */
      ENDED,
      /** A fixed time. */
      TIME
    }
  }

  /**
   * The answer never arrives: this connection stays open and silent until the worker's own
   * time-out. At {@code db: commit} the commit's acknowledgement, at {@code http:} the partner's
   * answer.
   */
  record LoseResponse() implements FaultAction {
    @Override
    public String yamlName() {
      return "lose-response";
    }
  }

  /**
   * A second trigger for the point's key, while the first is held at the point; released when the
   * second worker has reached the same point.
   *
   * @param to the worker that gets the second trigger
   * @param hold false: the second trigger is only sent and nothing waits for it
   */
  record DuplicateTrigger(String to, boolean hold, Release release, Duration within)
      implements FaultAction {
    @Override
    public String yamlName() {
      return "duplicate-trigger";
    }
  }

  /**
   * The caller of a trigger never sees an answer to it.
   *
   * @param arrives true: the request is delivered, and the worker's answer is thrown away; false:
   *     the request never leaves
   * @param again the worker at which the caller triggers again once it knows that no answer comes,
   *     or null: it does not
   */
  record LoseTrigger(boolean arrives, String again) implements FaultAction {
    @Override
    public String yamlName() {
      return "lose-trigger";
    }
  }

  /**
   * A request stands still on its way to the partner until its caller has given up and another
   * operation of the same key was answered; only then the partner decides about it.
   *
   * @param until that operation
   * @param within deadline for both; missing it makes the run INCONCLUSIVE, and the request goes on
   */
  record Late(String until, Duration within) implements FaultAction {
    @Override
    public String yamlName() {
      return "late";
    }
  }

  /**
   * Several workers are held at the same point, each at its own occurrence, then released.
   *
   * @param workers all of them, at least two
   * @param within deadline for all to arrive; a missing one makes the run INCONCLUSIVE, naming its
   *     lock wait
   */
  record Hold(List<String> workers, Release release, Duration within) implements FaultAction {
    public Hold {
      workers = List.copyOf(workers);
    }

    @Override
    public String yamlName() {
      return "hold";
    }
  }

  /** Order in which held workers are released. */
  enum Release {
    /** At one instant. */
    TOGETHER,
    /** In order of arrival, each after the one before was answered. */
    FIRST_ARRIVED,
    /** In reverse order of arrival, each after the one before was answered. */
    LAST_ARRIVED
  }

  /**
   * A latency toxic on the path from a worker to a target.
   *
   * @param target {@code database} or an outside system; null: the target of the point
   * @param lasts from the point; the toxic is then removed
   */
  record Delay(String target, Duration latency, Duration jitter, Duration lasts)
      implements FaultAction {
    @Override
    public String yamlName() {
      return "delay";
    }
  }

  /**
   * The connection is reset by a reset_peer toxic instead of the answer; no byte of the answer gets
   * through.
   */
  record Reset() implements FaultAction {
    @Override
    public String yamlName() {
      return "reset";
    }
  }

  /** The path to a target is down: connections are refused and open ones dropped. */
  record Refuse(String target, Duration lasts) implements FaultAction {
    @Override
    public String yamlName() {
      return "refuse";
    }
  }

  /**
   * The database server is restarted while the message at the point is held; every connection to it
   * ends.
   *
   * @param mode how it goes down
   * @param port where it comes back; the address at which workers find it stays the same
   */
  record RestartDatabase(Mode mode, Port port) implements FaultAction {
    /** Back where it was. */
    public RestartDatabase(Mode mode) {
      this(mode, Port.SAME);
    }

    @Override
    public String yamlName() {
      return "restart-database";
    }

    /** Where it comes back. */
    public enum Port {
      /** At the port that it had. */
      SAME,
      /** At another one, as after a failover. */
      ANOTHER
    }

    /** How it goes down. */
    public enum Mode {
      /** As after a crash: at once; recovery follows. */
      IMMEDIATE,
      /** In order: sessions are ended, then the server stops. */
      FAST,
      /** SIGKILL to all of its processes, none of which does anything more; recovery follows. */
      KILL
    }
  }

  /**
   * Every process of the database server stands still (SIGSTOP) from the point on; the message at
   * the point is let through. Connections stay open and silent. Then the server goes on as if
   * nothing had been.
   *
   * @param lasts how long, up to {@link #LONGEST}
   */
  record PauseDatabase(Duration lasts) implements FaultAction {
    /**
     * The harness asks the same server: its own questions, which wait meanwhile, give up after
     * twice this.
     */
    public static final Duration LONGEST = Duration.ofSeconds(10);

    @Override
    public String yamlName() {
      return "pause-database";
    }
  }

  /**
   * The worker that is struck, a container, is on no network from the point on; the message at the
   * point is let through. Then it is joined again at the address that it had. It runs all the time.
   *
   * @param lasts how long, up to {@link #LONGEST}
   */
  record Partition(Duration lasts) implements FaultAction {
    /** Well within what TCP bears: connections that nobody closes outlive it. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public String yamlName() {
      return "partition";
    }
  }

  /**
   * A session of the harness locks the key's row of one table, asks for its row of another that the
   * worker's open transaction has changed, and waits; the worker's statement is then let through
   * and needs the first. PostgreSQL finds the deadlock and ends the worker's transaction.
   *
   * @param holds table whose row the session locks first; the worker is about to need it
   * @param wants table whose row the worker's transaction has changed
   * @param within deadline for the session's wait and for the deadlock; missing it makes the run
   *     INCONCLUSIVE
   */
  record Deadlock(String holds, String wants, Duration within) implements FaultAction {
    @Override
    public String yamlName() {
      return "deadlock";
    }
  }

  /**
   * An error is answered in the partner's place (side before) or after its effect (side after).
   *
   * @param times how often, from the point on; {@link Integer#MAX_VALUE}: without a bound
   * @param lasts how long from the first time on, or null: as often as {@code times} says
   * @param allKeys true: occurrences are counted over all keys, and every key's request is answered
   *     the error
   */
  record Error(
      int status,
      Map<String, String> headers,
      String body,
      int times,
      Duration lasts,
      boolean allKeys)
      implements FaultAction {
    public Error {
      headers = Ordered.copy(headers);
    }

    /** So often, counted for each key. */
    public Error(int status, Map<String, String> headers, String body, int times) {
      this(status, headers, body, times, null, false);
    }

    /** True when nothing ends it. */
    public boolean forEver() {
      return lasts == null && times == Integer.MAX_VALUE;
    }

    @Override
    public String yamlName() {
      return "error";
    }
  }
}
