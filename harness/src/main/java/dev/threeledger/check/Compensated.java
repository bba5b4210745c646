package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.verdict.CheckResult;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a job that was undone had done is undone: each effect exactly once, in the reverse order of
 * application, before the undoing is recorded; and of what is recorded as done nothing is undone.
 *
 * <p>Truth: what the partners applied and undid; the execution's state is a claim, and it counts
 * from where its commit stands in the row history. Judged, per key:
 *
 * <ul>
 *   <li>an effect is undone at most once;
 *   <li>of two effects that were undone, the later one is undone first. The order in which the
 *       undoing was first asked for decides, so that an undo that fails and is made good later, or
 *       in a next life, does not stop the others;
 *   <li>once the key is recorded as undone, no effect of it holds and none follows;
 *   <li>once one effect is undone, or the undo of one that had not arrived is noted by the partner,
 *       no further one takes effect in the same life ({@link Lives}), unless it is undone as well:
 *       it may have been under way;
 *   <li>once the key is recorded as done, none of its effects is undone without another in place.
 * </ul>
 *
 * <p>What a key still holds that is handed to a person is a note: it is in sight.
 *
 * <p>Sound: everything is judged by order. An effect and its undoing stand on the timeline before
 * their answer is made, a commit no earlier than it happened; so a record that stands before the
 * undoing was made before it. Where the system that should have been asked first was in trouble (an
 * error, a lost answer, a toxic, a refused connection), an attempt may not have been received: a
 * note. Complete for effects that name a business key and that something undoes: in this run, or by
 * {@code reconcile}, whose operations count as undoable. An undo that finds nothing to undo and is
 * not noted is no undoing.
 *
 * <p>Cost: steps of a key squared, times requests.
 */
public final class Compensated implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "compensated";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Events events = new Events(run);
    if (events.nothingHappened()) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    return new Judgement(run, events).result();
  }

  private static final class Judgement {
    private final RunRecord run;
    private final Events events;
    private final FencedRows rows;
    private final Lives lives;
    private final Undoing undoing;
    private final Map<String, List<Undoing.Step>> steps;
    private final Findings findings = new Findings(NAME);

    Judgement(RunRecord run, Events events) {
      this.run = run;
      this.events = events;
      rows = new FencedRows(run, events, new Writers(events));
      lives = new Lives(run, events, rows);
      undoing = new Undoing(run, events);
      steps = undoing.steps();
    }

    CheckResult result() {
      Set<String> undone = recordedUndone();
      if (steps.containsKey(null) && !undone.isEmpty()) {
        findings.doubt(
            "%s took effect at event %d without a business key; what belongs together is not known"
                .formatted(steps.get(null).get(0).operation(), steps.get(null).get(0).seq()));
      }
      steps.forEach(
          (key, its) -> {
            if (key != null) {
              judge(key, its, undone.contains(key));
            }
          });
      HardDeviations.judge(NAME, run, findings);
      if (undone.isEmpty() && events.of(EffectUndone.class).isEmpty()) {
        findings.note("nothing was undone, and no execution says so");
      }
      return findings.result();
    }

    private void judge(String key, List<Undoing.Step> its, boolean undone) {
      its.forEach(step -> judgeTwice(key, step));
      its.forEach(step -> judgeOrder(key, its, step));
      Set<Undoing.Step> late = judgeLate(key, its);
      List<Undoing.Step> others = its.stream().filter(step -> !late.contains(step)).toList();
      Optional<FencedRow> record = rows.firstInto(key, StateRole.UNDONE);
      if (record.isPresent()) {
        judgeRecord(key, others, record.get());
      } else if (undone) {
        judgeLedger(key, others);
      }
      standsIn(key, StateRole.DONE).ifPresent(done -> judgeDone(key, its, done));
      if (standsIn(key, StateRole.MANUAL).isPresent() && undoing.asked(key)) {
        its.stream()
            .filter(step -> step.undone().isEmpty())
            .forEach(
                step ->
                    findings.note(
                        "%s: %s still holds (event %d), and a person is asked to look"
                            .formatted(key, step.text(), step.seq())));
      }
    }

    private void judgeTwice(String key, Undoing.Step step) {
      if (step.undone().size() > 1) {
        findings.add(
            key,
            "%s: %s is undone %d times".formatted(key, step.text(), step.undone().size()),
            step.undone().get(1).seq(),
            step.undone().stream().map(Seen::seq).toList());
      }
    }

    /** The step was undone while a later one, undone only afterwards, was left as it was. */
    private void judgeOrder(String key, List<Undoing.Step> its, Undoing.Step step) {
      if (step.undone().isEmpty()) {
        return;
      }
      Seen<EffectUndone> undone = step.undone().get(0);
      long asked = undoing.askedAt(undone);
      for (Undoing.Step later : its) {
        boolean passedOver =
            later.seq() > step.seq()
                && later.seq() < asked
                && !later.undone().isEmpty()
                && later.undone().get(0).seq() > undone.seq()
                && !undoing.asked(key, later.operation(), later.seq(), asked);
        if (!passedOver) {
          continue;
        }
        String said =
            "%s: %s (event %d) is undone before %s, which came later (event %d)"
                .formatted(key, step.text(), step.seq(), later.text(), later.seq());
        String target = later.applied().event().target();
        if (undoing.trouble(target, later.seq(), undone.seq())) {
          findings.note(said + "; " + target + " was in trouble meanwhile");
          continue;
        }
        findings.add(
            key, said, undone.seq(), List.of(step.seq(), later.seq(), later.undone().get(0).seq()));
        return;
      }
    }

    /** Steps that took effect when the key's undoing had begun; those that are findings. */
    private Set<Undoing.Step> judgeLate(String key, List<Undoing.Step> its) {
      Set<Undoing.Step> late = new LinkedHashSet<>();
      List<Long> begins = lives.begins(key);
      List<Long> undoings = undoing.undoingsOf(key);
      Optional<FencedRow> record = rows.firstInto(key, StateRole.UNDONE);
      for (Undoing.Step step : its) {
        Optional<Long> begun =
            undoings.stream()
                .filter(undone -> undone < step.seq())
                .filter(undone -> begins.stream().noneMatch(b -> undone < b && b < step.seq()))
                .findFirst();
        if (record.isPresent() && record.get().seq() < step.seq()) {
          late.add(step);
          findings.add(
              key,
              "%s: %s takes effect after %s was recorded (event %d)"
                  .formatted(key, step.text(), record.get().after().state(), record.get().seq()),
              step.seq(),
              List.of(record.get().seq()));
        } else if (begun.isPresent() && step.undone().isEmpty()) {
          late.add(step);
          findings.add(
              key,
              "%s: %s takes effect after the undoing of the key had begun (event %d), and holds"
                  .formatted(key, step.text(), begun.get()),
              step.seq(),
              List.of(begun.get()));
        } else if (begun.isPresent()) {
          findings.note(
              "%s: %s took effect after the undoing of the key had begun (event %d); it was undone as well"
                  .formatted(key, step.text(), step.seq()));
        }
      }
      return late;
    }

    private void judgeRecord(String key, List<Undoing.Step> its, FencedRow record) {
      List<Undoing.Step> held = held(key, its, record.seq());
      if (held.isEmpty()) {
        return;
      }
      List<Long> shown =
          held.stream()
              .flatMap(
                  step ->
                      step.firstUndone().isPresent()
                          ? List.of(step.seq(), step.firstUndone().get().seq()).stream()
                          : List.of(step.seq()).stream())
              .toList();
      findings.add(
          key,
          "%s: %s is recorded while %s".formatted(key, record.after().state(), describe(held)),
          record.seq(),
          shown);
    }

    private static String describe(List<Undoing.Step> held) {
      return held.stream()
          .map(
              step ->
                  step.firstUndone()
                      .map(
                          undone ->
                              "%s (event %d) is undone only later (event %d)"
                                  .formatted(step.text(), step.seq(), undone.seq()))
                      .orElse("%s (event %d) still holds".formatted(step.text(), step.seq())))
          .collect(Collectors.joining(", "));
    }

    /** No row history of the key's end: only what holds at the end of the run counts. */
    private void judgeLedger(String key, List<Undoing.Step> its) {
      List<Undoing.Step> held = held(key, its, Long.MAX_VALUE);
      if (!held.isEmpty()) {
        findings.add(
            key,
            "%s: the execution says that it was undone, and %s".formatted(key, describe(held)),
            events.end(),
            held.stream().map(Undoing.Step::seq).toList());
      }
    }

    private List<Undoing.Step> held(String key, List<Undoing.Step> its, long at) {
      its.stream()
          .filter(step -> step.seq() < at && !step.undoneBefore(at) && !undoing.undoable(step))
          .forEach(
              step ->
                  findings.note(
                      "%s: %s holds; nothing is known to undo it".formatted(key, step.text())));
      return its.stream()
          .filter(step -> step.seq() < at && !step.undoneBefore(at) && undoing.undoable(step))
          .toList();
    }

    private void judgeDone(String key, List<Undoing.Step> its, FencedRow done) {
      for (Undoing.Step step : its) {
        boolean another =
            its.stream()
                .filter(other -> other.operation().equals(step.operation()))
                .anyMatch(other -> other.undone().isEmpty());
        if (!step.undone().isEmpty() && !another) {
          long undone = step.undone().get(0).seq();
          findings.add(
              key,
              "%s: %s is recorded (event %d), and %s is undone (event %d)"
                  .formatted(key, done.after().state(), done.seq(), step.text(), undone),
              Math.max(done.seq(), undone),
              List.of(done.seq(), undone));
        }
      }
    }

    private Set<String> recordedUndone() {
      Set<String> keys = new LinkedHashSet<>();
      rows.all().stream()
          .filter(row -> row.after() != null && row.after().role() == StateRole.UNDONE)
          .forEach(row -> keys.add(row.key()));
      run.ledgers().execution().orElse(List.of()).stream()
          .filter(row -> role(row) == StateRole.UNDONE)
          .forEach(row -> keys.add(row.key()));
      return keys;
    }

    private StateRole role(LedgerRow row) {
      return row.state() == null ? null : run.subject().role(row.state()).orElse(null);
    }

    private Optional<FencedRow> standsIn(String key, StateRole role) {
      return FencedRows.standsSince(rows.of(key), role::equals);
    }
  }
}
