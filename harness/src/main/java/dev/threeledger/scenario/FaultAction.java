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
   * @param restart true: a new process takes the worker's place at once
   */
  record Crash(Duration hold, boolean restart) implements FaultAction {
    @Override
    public String yamlName() {
      return "crash";
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
   * An error is answered in the partner's place (side before) or after its effect (side after).
   *
   * @param times how often, from the point on; {@link Integer#MAX_VALUE}: for ever
   */
  record Error(int status, Map<String, String> headers, String body, int times)
      implements FaultAction {
    public Error {
      headers = Ordered.copy(headers);
    }

    @Override
    public String yamlName() {
      return "error";
    }
  }
}
