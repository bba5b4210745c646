package dev.threeledger.judge;

import dev.threeledger.check.RunRecord;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.scenario.Fault;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.LedgerUnread;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.timeline.Event.TriggerSkipped;
import dev.threeledger.timeline.Event.WorkerExited;
import dev.threeledger.verdict.Landing;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Why nothing better than INCONCLUSIVE may be said of a run. */
final class Reasons {
  private static final Set<StopReason> EARLY =
      EnumSet.of(StopReason.INTERRUPTED, StopReason.SUBJECT_FAILED, StopReason.HARNESS_PROBLEM);

  private final RunRecord run;
  private final List<Landing> landings;
  private final Map<String, String> notBelieved;
  private final List<String> reasons = new ArrayList<>();

  /**
   * @param notBelieved why, by ledger
   */
  Reasons(RunRecord run, List<Landing> landings, Map<String, String> notBelieved) {
    this.notBelieved = notBelieved;
    this.run = run;
    this.landings = landings;
  }

  /**
   * Faults, ledgers, the harness's own problems, workers that ended by themselves, the run's end;
   * an early end comes first.
   */
  List<String> all() {
    if (endedEarly()) {
      // everything else that is missing is missing because of it
      problems();
      end();
      exits();
      skipped();
      landings();
      ledgers();
    } else {
      skipped();
      landings();
      ledgers();
      problems();
      exits();
      end();
    }
    return List.copyOf(reasons);
  }

  private boolean endedEarly() {
    int size = run.timeline().size();
    return size > 0
        && run.timeline().get(size - 1).event() instanceof RunStopped stopped
        && EARLY.contains(stopped.reason());
  }

  private void landings() {
    for (Landing landing : landings) {
      if (!landing.landed()) {
        reasons.add(
            "fault %s did not land: %s"
                .formatted(landing.fault(), String.join("; ", landing.missing())));
      }
    }
    for (Fault fault : run.scenario().faults()) {
      if (landings.stream().noneMatch(landing -> landing.fault().equals(fault.name()))) {
        reasons.add("fault " + fault.name() + " did not land: nobody looked for a proof");
      }
    }
  }

  private void ledgers() {
    Map<String, String> unread = new LinkedHashMap<>();
    absent().stream()
        .filter(name -> !notBelieved.containsKey(name))
        .forEach(name -> unread.put(name, "it is absent"));
    for (Entry entry : run.timeline()) {
      if (entry.event() instanceof LedgerUnread ledger) {
        unread.put(ledger.ledger(), ledger.why());
      }
    }
    unread.forEach((name, why) -> reasons.add("the " + name + " ledger was not read: " + why));
    notBelieved.forEach(
        (name, why) -> reasons.add("the " + name + " ledger is not believed: " + why));
    if (run.ledgers().due().filter(List::isEmpty).isPresent()) {
      reasons.add(
          "the due list is empty: nothing is known to be due; leave 'due' out where nothing is");
    }
  }

  private List<String> absent() {
    Ledgers ledgers = run.ledgers();
    Map<String, Optional<?>> all = new LinkedHashMap<>();
    all.put("business", ledgers.business());
    all.put("external", ledgers.external());
    all.put("execution", ledgers.execution());
    if (run.scenario().due() != null) {
      all.put("due", ledgers.due());
    }
    return all.entrySet().stream()
        .filter(entry -> entry.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  private void problems() {
    for (Entry entry : run.timeline()) {
      if (entry.event() instanceof HarnessProblem problem) {
        reasons.add("the harness had a problem: " + problem.part() + ": " + problem.message());
      }
    }
  }

  /** Triggers that never left: what they were for was not tried. */
  private void skipped() {
    for (Entry entry : run.timeline()) {
      if (entry.event() instanceof TriggerSkipped skipped) {
        reasons.add(
            "trigger %d waited for %s to be %s; %s"
                .formatted(
                    skipped.trigger(),
                    skipped.key(),
                    skipped.once(),
                    skipped.last() == null
                        ? "it never had a row"
                        : "it was last " + skipped.last()));
      }
    }
  }

  /** Workers that ended during the run though the harness had sent them no signal. */
  private void exits() {
    for (Entry entry : run.timeline()) {
      if (entry.event() instanceof PhaseStarted started && started.phase() == Phase.COLLECT) {
        return;
      }
      if (entry.event() instanceof WorkerExited exited && !exited.byHarness()) {
        reasons.add("worker %s %s by itself".formatted(exited.worker(), how(exited)));
      }
    }
  }

  private static String how(WorkerExited exited) {
    return exited.signal() == null
        ? "exited with code " + exited.exitCode()
        : "was ended by signal " + exited.signal();
  }

  private void end() {
    if (run.timeline().isEmpty()) {
      reasons.add("the timeline is empty");
      return;
    }
    Event last = run.timeline().get(run.timeline().size() - 1).event();
    if (!(last instanceof RunStopped stopped)) {
      reasons.add("the timeline was cut short: it does not end with RunStopped");
      return;
    }
    String detail =
        stopped.detail() == null || stopped.detail().isBlank() ? "" : ": " + stopped.detail();
    switch (stopped.reason()) {
      case QUIET, STOP_CONDITION -> {}
      case TIME_LIMIT -> reasons.add("a limit ended the run" + detail);
      case INTERRUPTED -> reasons.add("the run was interrupted" + detail);
      case SUBJECT_FAILED -> reasons.add("the subject failed" + detail);
      case HARNESS_PROBLEM -> reasons.add("a problem of the harness ended the run" + detail);
    }
  }
}
