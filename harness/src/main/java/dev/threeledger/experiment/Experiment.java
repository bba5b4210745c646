package dev.threeledger.experiment;

import dev.threeledger.matrix.CellFilter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A comparison of a baseline with a candidate, as {@code experiment.yaml} describes it. Paths are
 * absolute.
 *
 * @param name of the experiment, in kebab case
 * @param topic what it belongs to, or null
 * @param chapter where in the topic, or null
 * @param claim what is tried, in one sentence
 * @param scenarios files and folders that the cells come from
 * @param outside directory of the outside systems
 * @param baseline what is there today
 * @param candidate what may take its place
 * @param changed path of the one place in which they differ; see {@link Configuration}
 * @param cells which cells both go through
 * @param fixed what is the same for both
 * @param repeat pairs per cell
 * @param passWhen thresholds: all must be met for a go
 * @param stopWhen what ends the whole experiment at once
 * @param expect what must come of it, or null: a go
 * @param observe what the report must show
 * @param owner who answers for it
 * @param rollback paths and values that turn the candidate into the baseline again
 * @param notCovered what it says nothing about, one sentence each
 * @param file where it was read from
 */
public record Experiment(
    String name,
    String topic,
    String chapter,
    String claim,
    List<Path> scenarios,
    Path outside,
    Side baseline,
    Side candidate,
    String changed,
    CellFilter cells,
    Fixed fixed,
    int repeat,
    List<Threshold> passWhen,
    Set<StopRule> stopWhen,
    Expected expect,
    Set<Observation> observe,
    String owner,
    Map<String, String> rollback,
    List<String> notCovered,
    Path file) {

  public Experiment {
    scenarios = List.copyOf(scenarios);
    passWhen = List.copyOf(passWhen);
    stopWhen = Collections.unmodifiableSet(new java.util.LinkedHashSet<>(stopWhen));
    observe = Collections.unmodifiableSet(new java.util.LinkedHashSet<>(observe));
    rollback = Collections.unmodifiableMap(new LinkedHashMap<>(rollback));
    notCovered = List.copyOf(notCovered);
  }

  /**
   * One side.
   *
   * @param version a label for people, or null; {@code subject.version} in the configuration
   * @param subject its {@code subject.yaml}
   * @param settings overrides of the subject's settings, on top of {@link Fixed#settings}
   * @param partner overrides of operations' behaviour, {@code payments.charge.deduplicates} →
   *     {@code false}, on top of {@link Fixed#partner}
   * @param data SQL file that fills the database in place of the scenarios' own, or null
   */
  public record Side(
      String version,
      Path subject,
      Map<String, String> settings,
      Map<String, String> partner,
      Path data) {
    public Side {
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
      partner = Collections.unmodifiableMap(new LinkedHashMap<>(partner));
    }
  }

  /**
   * What both sides share.
   *
   * @param seed of every run
   * @param concurrency lanes side by side; the two runs of a pair follow each other in one
   * @param settings overrides for both
   * @param partner overrides for both
   * @param data SQL file for both in place of the scenarios' own, or null
   */
  public record Fixed(
      long seed,
      int concurrency,
      Map<String, String> settings,
      Map<String, String> partner,
      Path data) {
    public Fixed {
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
      partner = Collections.unmodifiableMap(new LinkedHashMap<>(partner));
    }
  }

  /**
   * What must come of an experiment that is shipped as an example or run by a build.
   *
   * @param decision go or stop
   * @param check that the first deviation must be found by, or null
   * @param scenario in which, or null
   * @param event at which, such as {@code RequestReceived payments.charge}, or null
   * @param stoppedBy rule that must have ended it, or null: it runs to its end
   */
  public record Expected(
      Decision decision, String check, String scenario, String event, StopRule stoppedBy) {}
}
