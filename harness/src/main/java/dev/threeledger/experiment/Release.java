package dev.threeledger.experiment;

import dev.threeledger.check.SecretsMasked;
import dev.threeledger.evidence.FileChange;
import dev.threeledger.experiment.ExperimentResult.Condition;
import dev.threeledger.experiment.ExperimentResult.Repeat;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The conditions of a release, in their fixed order; a go needs all of them. */
final class Release {
  private static final int FEW = 3;

  private final Registration registered;
  private final JudgedRuns runs;
  private final List<Condition> conditions = new ArrayList<>();

  private Release(Registration registered, JudgedRuns runs) {
    this.registered = registered;
    this.runs = runs;
  }

  /**
   * What was found so far.
   *
   * @param contradiction why the record of the stop cannot be believed
   * @param folder how the batch's own files differ from its SHA256SUMS; empty optional: it has none
   */
  record Found(
      List<Difference> differences,
      List<Repeat> repeats,
      List<Pairing> pairs,
      List<ThresholdResult> thresholds,
      List<Stopped> stopped,
      Optional<String> contradiction,
      Map<Observation, String> observations,
      Optional<List<FileChange>> folder) {}

  static List<Condition> conditions(Registration registered, JudgedRuns runs, Found found) {
    Release release = new Release(registered, runs);
    release.registration();
    release.oneVariable(found.differences());
    release.add("traceable", Traces.missing(runs.all()), Traces.shown(runs.all()));
    release.baselineRepeats(found.repeats());
    release.add(
        "same checks for normal, boundary, failure and recovery",
        Records.missing(found.pairs()),
        Records.shown(found.pairs()));
    release.evidence(found);
    release.secretsMasked();
    release.stopDrill();
    release.owner();
    release.rollback();
    release.notCovered();
    release.thresholds(found.thresholds());
    release.noStop(found.stopped(), found.contradiction());
    release.comparable(found.pairs());
    return List.copyOf(release.conditions);
  }

  private void add(String name, List<String> missing, String shown) {
    conditions.add(
        new Condition(name, missing.isEmpty(), missing.isEmpty() ? shown : some(missing)));
  }

  /** A few of them tell what is wrong; how each pair stands is told elsewhere. */
  private static String some(List<String> missing) {
    return missing.size() <= FEW + 1
        ? String.join("; ", missing)
        : String.join("; ", missing.subList(0, FEW)) + "; and " + (missing.size() - FEW) + " more";
  }

  private static String number(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void registration() {
    List<String> missing = new ArrayList<>();
    if (runs.all().isEmpty()) {
      missing.add("no run carries it");
    }
    runs.all().stream()
        .filter(run -> !registered.digest().equals(run.asked().registered()))
        .forEach(run -> missing.add(run.place() + " carries another"));
    add(
        "registration holds",
        missing,
        "%s stands in all %d runs".formatted(registered.digest(), runs.all().size()));
  }

  private void oneVariable(List<Difference> differences) {
    String changed = registered.experiment().changed();
    List<String> missing = new ArrayList<>();
    if (differences.stream()
        .noneMatch(difference -> Configuration.covers(changed, difference.path()))) {
      missing.add("no pair shows a difference in " + changed);
    }
    for (Difference difference : differences) {
      if (!Configuration.covers(changed, difference.path())) {
        missing.add("they differ in " + OneVariable.text(difference) + " too");
      } else if (!registeredAs(difference)) {
        missing.add(OneVariable.text(difference) + ", which is not what was registered");
      }
    }
    add(
        "one variable",
        missing,
        differences.stream().map(OneVariable::text).findFirst().orElse("") + ", and nothing else");
  }

  private boolean registeredAs(Difference difference) {
    String path = difference.path();
    return said(registered.baseline().values(), path, difference.baseline())
        && said(registered.candidate().values(), path, difference.candidate());
  }

  /**
   * Data is registered with the file's name before its digest; what a run leaves at its default it
   * does not record.
   */
  private static boolean said(Map<String, String> side, String path, String value) {
    String registered = side.get(path);
    return registered == null
        || value == null
        || registered.equals(value)
        || registered.endsWith(" " + value);
  }

  private void baselineRepeats(List<Repeat> repeats) {
    List<String> missing = new ArrayList<>();
    if (repeats.isEmpty()) {
      missing.add("the baseline was not run twice");
    }
    for (Repeat repeat : repeats) {
      if (repeat.first() == null || repeat.again() == null) {
        missing.add(repeat.cell() + " was not run twice");
      } else if (!repeat.same()) {
        missing.add(
            "not comparable: the baseline does not repeat: %s gave %s, then %s"
                .formatted(repeat.cell(), repeat.first().verdict(), repeat.again().verdict()));
      } else if (repeat.first().verdict() == Verdict.INCONCLUSIVE) {
        missing.add(repeat.cell() + " is INCONCLUSIVE both times");
      }
    }
    add(
        "baseline repeats itself",
        missing,
        number(repeats.size(), "cell") + " gave the same verdict twice");
  }

  private void evidence(Found found) {
    List<String> missing = new ArrayList<>(runs.gaps());
    if (runs.all().isEmpty()) {
      missing.add("nothing was run");
    }
    for (JudgedRun run : runs.all()) {
      run.changed().forEach(change -> missing.add(run.place() + "/" + change.text()));
    }
    if (found.folder().isEmpty()) {
      missing.add("the folder has no SHA256SUMS");
    } else {
      found.folder().get().forEach(change -> missing.add(change.text()));
    }
    found
        .observations()
        .forEach(
            (kind, text) -> {
              if (Observations.missing(text)) {
                missing.add(kind.yamlName() + " was to be observed: " + text);
              }
            });
    add(
        "every planned run is there, its raw evidence unchanged",
        missing,
        runs.all().size() + " runs, each as its SHA256SUMS has it");
  }

  private void secretsMasked() {
    List<String> missing = new ArrayList<>();
    List<JudgedRun> judged = runs.ofPairs();
    if (judged.isEmpty()) {
      missing.add("nothing was run");
    }
    for (JudgedRun run : judged) {
      boolean passed =
          run.verdict().checks().stream()
              .anyMatch(
                  check ->
                      check.check().equals(SecretsMasked.NAME) && check.verdict() == Verdict.PASS);
      if (!passed) {
        missing.add(run.place() + " does not pass " + SecretsMasked.NAME);
      }
    }
    add(
        "secrets masked",
        missing,
        SecretsMasked.NAME + " passes in all " + judged.size() + " runs of both sides");
  }

  private void stopDrill() {
    List<String> missing = new ArrayList<>();
    if (registered.experiment().stopWhen().isEmpty()) {
      missing.add("no stop condition is named");
    }
    List<JudgedRun> drills = runs.of(SideName.STOP_DRILL);
    if (drills.isEmpty()) {
      missing.add("no stop drill was run");
    }
    for (JudgedRun drill : drills) {
      if (drill.facts().stops().isEmpty() || drill.facts().end() != StopReason.STOP_CONDITION) {
        missing.add(drill.place() + " was not stopped by its condition");
      }
      if (drill.facts().effects() > 0) {
        missing.add(drill.place() + " has an effect: it was not stopped before the irreversible");
      }
    }
    add(
        "stop condition named, and a stop drilled",
        missing,
        drills.isEmpty()
            ? ""
            : drills.get(0).place()
                + " was stopped at event "
                + drills.get(0).facts().stops().stream().findFirst().map(s -> s.seq()).orElse(0L)
                + ", before any effect");
  }

  private void owner() {
    String owner = registered.experiment().owner();
    boolean named = owner != null && !owner.isBlank();
    add("owner", named ? List.of() : List.of("nobody answers for it"), owner);
  }

  private void rollback() {
    List<String> missing = new ArrayList<>();
    if (registered.experiment().rollback().isEmpty()) {
      missing.add("no way back is named");
    }
    List<JudgedRun> rehearsed = runs.of(SideName.ROLLED_BACK);
    if (rehearsed.isEmpty()) {
      missing.add("the rolled-back candidate was not run");
    }
    for (JudgedRun run : rehearsed) {
      if (run.outcome() != Verdict.PASS) {
        missing.add(run.place() + " is " + run.outcome());
      }
      Optional<JudgedRun> baseline =
          java.util.stream.Stream.of(SideName.BASELINE, SideName.BASELINE_FIRST)
              .flatMap(side -> runs.of(side).stream())
              .filter(other -> other.asked().cell().equals(run.asked().cell()))
              .findFirst();
      if (baseline.isEmpty()) {
        missing.add(run.place() + " has no run of the baseline to compare with");
      } else {
        RecordedConfiguration.differences(
                baseline.get().recorded(), run.recorded(), registered.experiment().changed())
            .forEach(
                difference ->
                    missing.add(
                        run.place()
                            + " is not the baseline again: it differs in "
                            + OneVariable.text(difference)));
      }
    }
    add(
        "rollback rehearsed",
        missing,
        number(rehearsed.size(), "run")
            + " of the rolled-back candidate passed, under the baseline's configuration");
  }

  private void notCovered() {
    List<String> named = registered.experiment().notCovered();
    add(
        "uncovered inputs listed",
        named.isEmpty() ? List.of("nothing is said of what it does not cover") : List.of(),
        String.join("; ", named));
  }

  private void thresholds(List<ThresholdResult> thresholds) {
    List<String> missing = new ArrayList<>();
    if (thresholds.isEmpty()) {
      missing.add("there is no threshold");
    }
    for (ThresholdResult result : thresholds) {
      if (!result.met() || !result.resolved()) {
        missing.add(
            "%s { %s }: %s"
                .formatted(
                    result.resolved() ? "not met" : "not resolved",
                    result.threshold().text(),
                    result.seen()));
      }
    }
    add("all thresholds met", missing, thresholds.size() + " of " + thresholds.size());
  }

  private void noStop(List<Stopped> stopped, Optional<String> contradiction) {
    List<String> missing = new ArrayList<>();
    stopped.forEach(
        s -> missing.add("%s in %s: %s".formatted(s.rule().yamlName(), s.run(), s.what())));
    contradiction.ifPresent(missing::add);
    add(
        "no stop rule met",
        missing,
        "none of "
            + String.join(
                ", ",
                registered.experiment().stopWhen().stream().map(StopRule::yamlName).toList()));
  }

  private void comparable(List<Pairing> pairs) {
    List<String> missing = new ArrayList<>();
    if (pairs.isEmpty()) {
      missing.add("there is no pair");
    }
    pairs.stream()
        .filter(pair -> !pair.comparable())
        .forEach(pair -> missing.add(pair.cell() + " " + pair.attempt() + ": " + pair.why()));
    add("every pair is comparable", missing, number(pairs.size(), "pair"));
  }
}
