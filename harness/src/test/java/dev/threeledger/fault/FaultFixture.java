package dev.threeledger.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.CellEnvironment.Restarted;
import dev.threeledger.environment.DatabaseServer;
import dev.threeledger.environment.RowLocks;
import dev.threeledger.scenario.Fault;
import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultAction;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import dev.threeledger.wire.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Literal faults, moments and a reach that writes down what is done. */
final class FaultFixture {
  static final String KEY = "1/2026-01-31";

  private FaultFixture() {}

  static Scenario scenario(Fault... faults) {
    Map<String, String> key = new java.util.LinkedHashMap<>();
    key.put("tenant_id", "1");
    key.put("statement_date", "2026-01-31");
    return new Scenario(
        "example",
        "failure",
        "statement",
        List.of(),
        "claim",
        new Scenario.Given(null, 2, Map.of(), Map.of()),
        List.of(),
        null,
        List.of(new Scenario.Trigger("statement", key, "1", Duration.ZERO)),
        List.of(faults),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        new Scenario.Limits(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMillis(300)),
        Verdict.PASS,
        Path.of("example.yaml"));
  }

  static Subject subject() {
    return new Subject(
        "subject",
        Path.of("."),
        null,
        List.of("true"),
        List.of(),
        List.of(),
        Map.of(),
        new Subject.Ready("http://127.0.0.1:1/health", Duration.ofSeconds(1)),
        Map.of(),
        "TERM",
        Duration.ofSeconds(1),
        Map.of(),
        Map.of(),
        Map.of("run", List.of("tenant_id", "statement_date")),
        new Subject.Fencing(
            "run", List.of("tenant_id", "statement_date"), "token", "holder", "status"),
        "SELECT 1",
        "SELECT 1",
        Map.of(),
        Map.of("RUNNING", StateRole.ACTIVE, "SUCCEEDED", StateRole.DONE),
        Map.of(),
        null,
        List.of(),
        Subject.Promises.NONE,
        Path.of("subject.yaml"));
  }

  static Fault fault(FaultPoint on, Side side, FaultAction action) {
    return new Fault("f", on, side, action);
  }

  static FaultPoint commitOf(String table, int occurrence) {
    return new FaultPoint.Commit(table, null, KEY, occurrence);
  }

  static Moment.Commit committed(String worker, String table, String key) {
    return new Moment.Commit(
        worker,
        Side.AFTER,
        1,
        7,
        3,
        false,
        List.of(),
        42L,
        List.of(table),
        List.of(row(table, key, 1, "RUNNING")));
  }

  static Moment.Statement claim(String worker) {
    return new Moment.Statement(
        worker,
        Side.BEFORE,
        1,
        Long.parseLong(worker),
        1,
        "INSERT INTO run VALUES ($1, $2)",
        List.of("1", "2026-01-31"),
        "insert",
        "run");
  }

  static Moment.Request request(String worker, long number) {
    return new Moment.Request(
        worker, "payments", Side.BEFORE, 1, 1, number, "payments.charge", "k", KEY);
  }

  static Moment.Answer answer(String worker, long number) {
    return new Moment.Answer(
        worker, "payments", Side.BEFORE, 1, 1, number, "payments.charge", KEY, 201);
  }

  static RowChanged row(String table, String key, int token, String status) {
    Map<String, String> after =
        Map.of("token", Integer.toString(token), "holder", "h" + token, "status", status);
    return new RowChanged(
        42,
        1,
        1,
        "2026-01-31T00:00:00Z",
        table,
        RowOperation.UPDATE,
        key,
        Map.of("token", "0"),
        after);
  }

  /** Writes down what is done. */
  static final class RecordingReach implements Reach {
    final List<String> done = new java.util.concurrent.CopyOnWriteArrayList<>();
    int lockedRows = 1;
    Optional<String> waitSeen = Optional.of("waits for ShareLock on transactionid 748");
    Optional<Boolean> gotWanted = Optional.of(true);

    /** What probes of a worker that was joined again see first. */
    final java.util.Queue<String> afterRejoin = new java.util.ArrayDeque<>();

    /** Workers without a living process. */
    final Set<String> gone = new java.util.HashSet<>();

    /** Whether a worker exits by itself when it is asked to. */
    boolean exits = true;

    @Override
    public long kill(String worker) {
      done.add("kill " + worker);
      return 100 + Long.parseLong(worker);
    }

    @Override
    public int cutOff(String worker) {
      done.add("cutOff " + worker);
      return 2;
    }

    @Override
    public List<String> workers() {
      return List.of("1", "2");
    }

    @Override
    public Map<String, String> states(String worker) {
      return gone.contains(worker) ? Map.of() : Map.of(Long.toString(pid(worker)), "S");
    }

    @Override
    public void stop(String worker) {
      done.add("stop " + worker);
    }

    @Override
    public boolean awaitGone(String worker, Duration within) {
      done.add("await " + worker + " " + within.toMillis() + " ms");
      return exits;
    }

    @Override
    public void restart(List<String> workers) {
      done.add("restart " + String.join(" and ", workers));
    }

    @Override
    public Map<String, String> pause(String worker, Duration within) {
      done.add("pause " + worker);
      return Map.of("101", "T");
    }

    @Override
    public void resume(String worker) {
      done.add("resume " + worker);
    }

    @Override
    public long pid(String worker) {
      return 100 + Long.parseLong(worker);
    }

    @Override
    public String lockWait(String worker) {
      return "waits for transactionid 748";
    }

    @Override
    public Restarted restartDatabase(
        FaultAction.RestartDatabase.Mode mode, FaultAction.RestartDatabase.Port port) {
      done.add("restart database " + mode + " " + port);
      return new Restarted(
          "2026-01-31 00:00:00+00",
          "2026-01-31 00:00:09+00",
          2,
          "127.0.0.1:5001",
          "127.0.0.1:5002",
          new DatabaseServer.End("KILL", List.of("7", "8"), List.of()));
    }

    @Override
    public Map<String, String> pauseDatabase(Duration within) {
      done.add("pause database");
      return Map.of("7", "T", "8", "T");
    }

    @Override
    public void resumeDatabase() {
      done.add("resume database");
    }

    @Override
    public String address(String worker) {
      return "10.0.0." + worker;
    }

    @Override
    public Map<String, String> partition(String worker) {
      done.add("partition " + worker);
      return Map.of();
    }

    @Override
    public Map<String, String> rejoin(String worker) {
      done.add("rejoin " + worker);
      return Map.of("net", address(worker));
    }

    @Override
    public String probeWorker(String worker, Duration within) {
      done.add("probe " + worker + " within " + within.toMillis() + " ms");
      if (!done.contains("rejoin " + worker)) {
        return "silent: connect timed out";
      }
      String next = afterRejoin.poll();
      return next == null ? "answered 200" : next;
    }

    @Override
    public RowLocks rowLocks(int port) {
      done.add("session behind port " + port);
      return new RecordingLocks();
    }

    /** Locks whatever is asked for; the worker is the victim. */
    private final class RecordingLocks implements RowLocks {
      @Override
      public int pid() {
        return 77;
      }

      @Override
      public int lock(String table, String key, Duration within) {
        done.add("lock " + table + " " + key);
        return lockedRows;
      }

      @Override
      public void want(String table, String key) {
        done.add("want " + table + " " + key);
      }

      @Override
      public Optional<String> awaitBehindWorker(Duration within) {
        return waitSeen;
      }

      @Override
      public Optional<Boolean> awaitWanted(Duration within) {
        return gotWanted;
      }

      @Override
      public void close() {
        done.add("session closed");
      }
    }

    @Override
    public int trigger(Scenario.Trigger trigger) {
      done.add("trigger " + trigger.worker() + " " + trigger.keyText());
      return 2;
    }

    @Override
    public ProxyPath path(String worker, String target) {
      return new ProxyPath() {
        @Override
        public String addToxic(String name, String type, Map<String, Long> attributes) {
          done.add("toxic " + type + " on " + worker + " " + target);
          return attributes.toString();
        }

        @Override
        public boolean removeToxic(String name) {
          done.add("toxic gone");
          return true;
        }

        @Override
        public boolean enable(boolean enabled) {
          done.add((enabled ? "up " : "down ") + worker + " " + target);
          return enabled;
        }

        @Override
        public String probe(Duration within) {
          return "refused";
        }

        @Override
        public String probeServer(Duration within) {
          done.add("probe server within " + within.toMillis() + " ms");
          return done.contains("resume database") ? "2 ms" : "silent";
        }
      };
    }
  }

  /** The whole lands; without any one of these pieces it does not. */
  static void assertNeedsEachOf(Fault fault, List<Event> whole, int... pieces) {
    assertThat(prove(fault, whole).missing()).isEmpty();
    for (int piece : pieces) {
      Event other = new Event.PhaseStarted(Event.Phase.TRIGGER);
      assertThat(prove(fault, replaced(whole, piece, other)).landed())
          .as("without piece " + piece)
          .isFalse();
    }
  }

  static List<Event> replaced(List<Event> events, int piece, Event by) {
    List<Event> changed = new ArrayList<>(events);
    changed.set(piece, by);
    return changed;
  }

  /** Judges these events, a microsecond apart. */
  static Landing prove(Fault fault, List<Event> events) {
    return prove(fault, events, 1000L);
  }

  /** Judges these events, so far apart. */
  static Landing prove(Fault fault, List<Event> events, long apartNanos) {
    List<Entry> timeline = new ArrayList<>();
    for (Event event : events) {
      timeline.add(new Entry(timeline.size() + 1L, timeline.size() * apartNanos, event));
    }
    return LandingProof.prove(scenario(fault), subject(), timeline).get(0);
  }

  static List<String> names(dev.threeledger.timeline.Timeline timeline) {
    List<String> names = new ArrayList<>();
    timeline.entries().forEach(entry -> names.add(entry.event().name()));
    return names;
  }
}
