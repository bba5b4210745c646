package dev.threeledger.check;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.verdict.CheckResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * At every moment at most one effect of an operation holds for a business key.
 *
 * <p>Sound: each effect it counts was carried out by the partner, whether or not its answer
 * arrived. Complete for effects that name a business key; one that names none makes the check
 * INCONCLUSIVE. An effect that was undone before the next one counts no more. Truth is the
 * partner's own report on the timeline; the external ledger must tell the same story, and when the
 * two contradict each other neither is believed: INCONCLUSIVE.
 *
 * <p>A second effect before which the run was stopped is a finding at that stop.
 *
 * <p>Cost: one pass over the timeline.
 */
public final class AtMostOneEffect implements Check {
  /** Its name in YAML and reports. */
  public static final String NAME = "at-most-one-effect";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult judge(RunRecord run) {
    Events events = new Events(run);
    if (events.nothingHappened() && run.ledgers().external().map(List::isEmpty).orElse(true)) {
      return CheckResult.inconclusive(NAME, Checks.NOTHING_HAPPENED);
    }
    Map<OperationKey, Story> stories = stories(run.timeline());
    String contradiction = contradiction(run, stories);
    if (contradiction != null) {
      return CheckResult.inconclusive(NAME, contradiction);
    }
    Findings findings = new Findings(NAME);
    stories.forEach((operationKey, story) -> judge(operationKey, story, findings));
    HardDeviations.judge(NAME, run, findings);
    if (stories.isEmpty()) {
      findings.note("no effect was applied");
    }
    if (run.ledgers().external().isEmpty()) {
      findings.doubt("the external ledger was not read; only the timeline speaks of effects");
    }
    return findings.result();
  }

  private static void judge(OperationKey operationKey, Story story, Findings findings) {
    if (operationKey.key() == null) {
      findings.doubt(
          operationKey.operation()
              + " took effect at event "
              + story.applied.get(0).seq()
              + " without a business key; what belongs together is not known");
    } else if (story.secondAt != 0) {
      findings.add(
          operationKey.key(),
          operationKey.operation()
              + " took effect "
              + story.applied.size()
              + " times for "
              + operationKey.key()
              + ": "
              + story.applied.stream()
                  .map(seen -> seen.event().effectId() + " at event " + seen.seq())
                  .collect(Collectors.joining(", "))
              + story.undoneText(),
          story.secondAt,
          story.applied.stream().map(Seen::seq).toList());
    }
  }

  private static Map<OperationKey, Story> stories(List<Entry> timeline) {
    Map<OperationKey, Story> stories = new LinkedHashMap<>();
    Map<String, Set<Story>> byEffect = new HashMap<>();
    for (Entry entry : timeline) {
      if (entry.event() instanceof EffectApplied applied) {
        Story story =
            stories.computeIfAbsent(
                new OperationKey(applied.operation(), applied.key()), key -> new Story());
        story.apply(new Seen<>(entry.seq(), entry.atNanos(), applied));
        byEffect.computeIfAbsent(applied.effectId(), id -> new LinkedHashSet<>()).add(story);
      } else if (entry.event() instanceof EffectUndone undone) {
        byEffect
            .getOrDefault(undone.effectId(), Set.of())
            .forEach(story -> story.undo(undone.effectId()));
      }
    }
    return stories;
  }

  /** The first difference between timeline and external ledger, or null. */
  private static String contradiction(RunRecord run, Map<OperationKey, Story> stories) {
    if (run.ledgers().external().isEmpty()) {
      return null;
    }
    List<LedgerRow> rows = run.ledgers().external().get();
    List<OperationKey> all = new ArrayList<>(stories.keySet());
    rows.forEach(row -> all.add(new OperationKey(row.kind(), row.key())));
    Map<OperationKey, List<LedgerRow>> byKey =
        rows.stream()
            .collect(Collectors.groupingBy(row -> new OperationKey(row.kind(), row.key())));
    for (OperationKey one : all.stream().distinct().toList()) {
      Story story = stories.getOrDefault(one, new Story());
      String seen = story.applied.size() + " applied, " + story.undone + " undone";
      List<LedgerRow> its = byKey.getOrDefault(one, List.of());
      long undone = its.stream().filter(row -> "undone".equals(row.state())).count();
      String told = its.size() + " applied, " + undone + " undone";
      if (!seen.equals(told)) {
        return "timeline and external ledger contradict each other on %s for %s: %s against %s"
            .formatted(one.operation(), one.key(), seen, told);
      }
    }
    return null;
  }

  /** What happened to one operation and key. */
  private static final class Story {
    final List<Seen<EffectApplied>> applied = new ArrayList<>();
    final List<String> standing = new ArrayList<>();
    int undone;
    long secondAt;

    void apply(Seen<EffectApplied> seen) {
      applied.add(seen);
      standing.add(seen.event().effectId());
      if (standing.size() > 1 && secondAt == 0) {
        secondAt = seen.seq();
      }
    }

    void undo(String effectId) {
      if (standing.remove(effectId)) {
        undone++;
      }
    }

    String undoneText() {
      return undone == 0 ? "" : "; undone: " + undone;
    }
  }
}
