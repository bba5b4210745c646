package dev.threeledger.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An executor under test: how its workers are started, asked and read. Texts may hold {@code ${…}}
 * placeholders; they are filled per run ({@link Placeholders}).
 *
 * @param name for reports
 * @param directory working directory of the commands: where {@code subject.yaml} stands
 * @param image container image of which each worker is a container, or null: workers are processes
 * @param command command line of one worker; of a container the arguments of its entrypoint, which
 *     may be none
 * @param prepare command line that builds the schema, once, into the template database; empty: none
 * @param prepareSettings names of the settings that what prepare builds depends on: of all others
 *     it is told the defaults
 * @param environment of both, on top of the harness's own PATH, HOME, LANG and JAVA_HOME
 * @param triggers how a job is triggered, by name of the way; {@code call} is always there
 * @param stopSignal how a worker is asked to end, such as {@code TERM}
 * @param stopWithin how long that may take
 * @param settings name and default value
 * @param periodic its periodic machinery, by name; a run outlives two periods of the slowest
 * @param history tables whose row changes are followed, each with its key columns in order
 * @param fencing where the holder of a key stands, or null
 * @param businessSql columns key, kind, amount; others are kept as they are
 * @param executionSql columns key, kind, state; others are kept as they are
 * @param reconcile how an execution's kind corresponds to rows and effects
 * @param states role of each state name
 * @param transitions for each state the states that may follow it; empty: only the roles are judged
 * @param retry the subject's bounds, or null
 * @param secretsAllowed tables in which secrets may stand (card numbers may not)
 * @param promises what else it promises
 * @param file where it was read from
 */
public record Subject(
    String name,
    Path directory,
    String image,
    List<String> command,
    List<String> prepare,
    List<String> prepareSettings,
    Map<String, String> environment,
    Ready ready,
    Map<String, Call> triggers,
    String stopSignal,
    Duration stopWithin,
    Map<String, String> settings,
    Map<String, String> periodic,
    Map<String, List<String>> history,
    Fencing fencing,
    String businessSql,
    String executionSql,
    Map<String, Reconcile> reconcile,
    Map<String, StateRole> states,
    Map<String, List<String>> transitions,
    Retry retry,
    List<String> secretsAllowed,
    Promises promises,
    Path file) {

  public Subject {
    command = List.copyOf(command);
    prepare = List.copyOf(prepare);
    prepareSettings = List.copyOf(prepareSettings);
    environment = Ordered.copy(environment);
    triggers = Ordered.copy(triggers);
    settings = Ordered.copy(settings);
    periodic = Ordered.copy(periodic);
    history = Ordered.copy(history);
    reconcile = Ordered.copy(reconcile);
    states = Ordered.copy(states);
    transitions = Ordered.copy(transitions);
    secretsAllowed = List.copyOf(secretsAllowed);
  }

  /** The settings that prepare is told, where a run has these. */
  public Map<String, String> toldToPrepare(Map<String, String> ofRun) {
    Map<String, String> told = new LinkedHashMap<>(settings);
    prepareSettings.forEach(name -> told.put(name, ofRun.get(name)));
    return told;
  }

  /** Role of a state name, empty when the subject does not list it. */
  public Optional<StateRole> role(String state) {
    return Optional.ofNullable(states.get(state));
  }

  /**
   * Ready when this address answers 2xx.
   *
   * @param within from the start; then the subject is diagnosed
   */
  public record Ready(String http, Duration within) {}

  /** An HTTP call that triggers a job. */
  public record Call(
      String method, String url, String body, Map<String, String> headers, Duration timeout) {
    public Call {
      headers = Ordered.copy(headers);
    }

    /** True when its address, body or headers hold this placeholder. */
    public boolean sends(String placeholder) {
      String texts = String.join("\n", url, body, String.join("\n", headers.values()));
      return Placeholders.names(texts).contains(placeholder);
    }
  }

  /**
   * The row that says who holds a key.
   *
   * @param key key columns in order
   * @param token column that rises with every claim
   * @param holder column that names the holder
   * @param state column with the state, or null
   */
  public record Fencing(
      String table, List<String> key, String token, String holder, String state) {}

  /**
   * What must be there when an execution of this kind has come to an end.
   *
   * @param when role in which it must hold
   * @param businessRows number of business rows with the same key and kind
   * @param effect operation whose effect must hold exactly once, or null
   * @param amountEqual the effect's amount equals the business row's
   * @param also further operations whose effect must hold exactly once
   */
  public record Reconcile(
      StateRole when, int businessRows, String effect, boolean amountEqual, List<String> also) {
    public Reconcile {
      also = List.copyOf(also);
    }

    /** All operations whose effect must hold exactly once, {@link #effect} first. */
    public List<String> operations() {
      return Stream.concat(Stream.ofNullable(effect), also.stream()).toList();
    }
  }

  /**
   * The subject's own bounds, as texts with placeholders.
   *
   * @param attempts most requests with an effect per key and operation
   * @param within from the first attempt's request to the last one's
   * @param permanent HTTP statuses that deserve exactly one attempt
   * @param undoAttempts most requests per key and operation that undoes another; null: as {@code
   *     attempts}
   * @param rate how many there may be in a while, or null
   */
  public record Retry(
      String attempts, String within, List<Integer> permanent, String undoAttempts, Rate rate) {
    public Retry {
      permanent = List.copyOf(permanent);
    }
  }

  /**
   * How many requests there may be in any time of one length, as texts with placeholders; null: any
   * number.
   *
   * @param budget most repeats per job type
   * @param per that length
   * @param tenantBudget most repeats per tenant
   * @param burst most keys of one job type whose work begins
   */
  public record Rate(String budget, String per, String tenantBudget, String burst) {}

  /**
   * What a subject promises beyond its ledgers and bounds.
   *
   * @param tenant column of the fencing table that says whose a key is, or null
   * @param manual what an execution that is handed to a person carries, or null
   * @param mostAhead as a text with placeholders: how many keys of one other tenant one worker may
   *     have in hand while a tenant's key waits; null: any number
   * @param invariants the user's own
   */
  public record Promises(
      String tenant, Manual manual, String mostAhead, List<Invariant> invariants) {
    /** None of them. */
    public static final Promises NONE = new Promises(null, null, null, List.of());

    public Promises {
      invariants = List.copyOf(invariants);
    }
  }

  /**
   * What an execution that is handed to a person carries.
   *
   * @param owner column of the fencing table: who looks after it
   * @param remedy column: what is to be done
   * @param reason column: why
   * @param audit where it is recorded who took it back, or null
   */
  public record Manual(String owner, String remedy, String reason, Audit audit) {}

  /**
   * Who took an execution back from a person's hands.
   *
   * @param table one of {@code history}, with the key of the execution
   * @param who column: who did it
   * @param why column: why
   * @param before column: how it stood
   * @param after column: how it stands since
   */
  public record Audit(String table, String who, String why, String before, String after) {}
}
