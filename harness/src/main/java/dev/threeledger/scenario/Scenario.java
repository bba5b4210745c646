package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One scenario, or one variation of it, with defaults filled in.
 *
 * @param name unique within a batch, kebab-case
 * @param cell {@code failure} for the scenario as written, else the variation's name
 * @param family groups scenarios of one job
 * @param tags free words to choose cells by
 * @param claim the promise under test, one sentence
 * @param given what stands before the first trigger
 * @param secrets values that must not appear in records, logs and answers; in the record of a run
 *     they are masked
 * @param due SQL over the seed data with columns {@code key} and {@code kind}: what must come to an
 *     end, independent of what the subject says; null when the scenario does not state it
 * @param when triggers, in order; their numbers on the timeline are their places, from 1
 * @param faults what is broken; empty for a normal run
 * @param stopWhen deviations before which the run ends
 * @param survives the fault budget within which liveness is demanded: {@code workers-lost} and the
 *     like, by name
 * @param expect how each key must end
 * @param checks names of the checks that apply, in the fixed order of the checks
 * @param invariants the user's own promises; those of the subject apply as well
 * @param limits bounds of the run
 * @param expectedVerdict PASS, or what a canary must give
 * @param file where it was read from
 */
public record Scenario(
    String name,
    String cell,
    String family,
    List<String> tags,
    String claim,
    Given given,
    List<String> secrets,
    String due,
    List<Trigger> when,
    List<Fault> faults,
    List<StopCondition> stopWhen,
    Map<String, Integer> survives,
    List<Expectation> expect,
    List<String> checks,
    List<Invariant> invariants,
    Limits limits,
    Verdict expectedVerdict,
    Path file) {

  public Scenario {
    tags = List.copyOf(tags);
    secrets = List.copyOf(secrets);
    when = List.copyOf(when);
    faults = List.copyOf(faults);
    stopWhen = List.copyOf(stopWhen);
    survives = Ordered.copy(survives);
    expect = List.copyOf(expect);
    checks = List.copyOf(checks);
    invariants = List.copyOf(invariants);
  }

  /** The same under another cell name and with another expected verdict. */
  public Scenario variant(String otherCell, Verdict expected) {
    return as(otherCell, when, expected);
  }

  /** The same as another cell, with other triggers. */
  public Scenario as(String otherCell, List<Trigger> triggers) {
    return as(otherCell, triggers, expectedVerdict);
  }

  /**
   * The same, ending before these deviations too; a drill is expected to be INCONCLUSIVE.
   *
   * @param conditions those whose check is not among {@link #checks} are left out: nobody would say
   *     why the run ended
   */
  public Scenario stoppingAlso(Collection<StopCondition> conditions) {
    Set<StopCondition> all = new LinkedHashSet<>(stopWhen);
    conditions.stream()
        .filter(condition -> condition.check().map(checks::contains).orElse(true))
        .forEach(all::add);
    return as(
        cell,
        when,
        List.copyOf(all),
        all.contains(StopCondition.FIRST_EFFECT) ? Verdict.INCONCLUSIVE : expectedVerdict);
  }

  private Scenario as(String otherCell, List<Trigger> triggers, Verdict expected) {
    return as(otherCell, triggers, stopWhen, expected);
  }

  private Scenario as(
      String otherCell, List<Trigger> triggers, List<StopCondition> stops, Verdict expected) {
    return new Scenario(
        name,
        otherCell,
        family,
        tags,
        claim,
        given,
        secrets,
        due,
        triggers,
        faults,
        stops,
        survives,
        expect,
        checks,
        invariants,
        limits,
        expected,
        file);
  }

  /** {@code name/cell}: names the cell within a batch. */
  public String id() {
    return name + "/" + cell;
  }

  /**
   * What stands before the first trigger.
   *
   * @param data SQL file that fills the fresh database, absolute, or null
   * @param workers number of worker processes, named 1, 2, …
   * @param settings overrides of the subject's settings
   * @param partner overrides of an operation's behaviour by operation name: {@code deduplicates:
   *     false}
   */
  public record Given(
      Path data, int workers, Map<String, String> settings, Map<String, Partner> partner) {
    public Given {
      settings = Ordered.copy(settings);
      partner = Ordered.copy(partner);
    }
  }

  /** How one operation of an outside system behaves in this scenario. */
  public record Partner(boolean deduplicates) {}

  /**
   * A request to do one job key.
   *
   * @param key the key's parts by name, in the order of the file
   * @param input further input by name: whole numbers of at most nine digits, true and false as
   *     such when they were written without quotes, all else as text
   * @param via one of the subject's ways to be triggered
   * @param worker which worker is asked; {@link #ANY}: the first that runs when the trigger leaves
   * @param once the trigger leaves when the key's fencing row is in this role, or null: at once
   * @param after how long after that, or after the workers are ready
   */
  public record Trigger(
      String job,
      Map<String, String> key,
      Map<String, JsonNode> input,
      String via,
      String worker,
      Once once,
      Duration after) {
    /** The way that every subject has. */
    public static final String CALL = "call";

    /** In place of a worker's name. */
    public static final String ANY = "any";

    public Trigger {
      key = Ordered.copy(key);
      input = Ordered.copy(input);
    }

    /** A call without further input or condition. */
    public Trigger(String job, Map<String, String> key, String worker, Duration after) {
      this(job, key, Map.of(), CALL, worker, null, after);
    }

    /** The key's parts joined by {@code /}. */
    public String keyText() {
      return String.join("/", key.values());
    }

    /** The same request for another key. */
    public Trigger of(Map<String, String> otherKey) {
      return new Trigger(job, otherKey, input, via, worker, once, after);
    }

    /** The same request to another worker. */
    public Trigger to(String otherWorker) {
      return new Trigger(job, key, input, via, otherWorker, once, after);
    }

    /** The same request under another condition. */
    public Trigger when(Once condition) {
      return new Trigger(job, key, input, via, worker, condition, Duration.ZERO);
    }
  }

  /**
   * How a key must end.
   *
   * @param state role of the state: active, waiting, done, undone, manual; or null
   * @param effects number of effects that hold at the end, by operation
   * @param attempts exact number of requests with an effect that reached any outside system for
   *     this key, or null
   */
  public record Expectation(
      String key, StateRole state, Map<String, Integer> effects, Integer attempts) {
    public Expectation {
      effects = Ordered.copy(effects);
    }
  }

  /**
   * Bounds of a run.
   *
   * @param run everything, from the first trigger to quiescence; when it ends the run the verdict
   *     is INCONCLUSIVE
   * @param recover from when the injected faults are back within the budget to every due key's end
   * @param quiet nothing may change for this long at the end
   */
  public record Limits(Duration run, Duration recover, Duration quiet) {}
}
