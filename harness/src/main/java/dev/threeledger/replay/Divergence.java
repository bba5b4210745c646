package dev.threeledger.replay;

import dev.threeledger.replay.Stories.Step;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the timeline of a replay stops being that of the run that it replays.
 *
 * <p>Compared is what was committed, what reached the outside and what was injected:
 *
 * <ul>
 *   <li>per key and worker, in order: its committed row changes, its requests, their effects. Of
 *       two workers only the order at one table and at one operation is compared beside that: what
 *       they do to different things may come in any order;
 *   <li>of a row change: table, operation, values that are a word (a state, a step) or an {@code
 *       amount}, columns that were filled or emptied, and whether the key was claimed anew. A
 *       change of nothing but times, numbers and ids is a heartbeat, and folded;
 *   <li>of a request: operation, amount, and which of the idempotency keys and bodies seen so far
 *       it carries (the first, the second), not their values;
 *   <li>per fault: how often each of its events came, with occurrence, status and mode;
 *   <li>triggers, and the statuses they were answered with, in any order; one without an answer
 *       fits any;
 *   <li>workers that ended by themselves, stop conditions, secrets seen, rows in the ledgers, why
 *       the run ended.
 * </ul>
 *
 * <p>Workers are told apart by who came first at a key: which of two equal workers wins a race is
 * no divergence, unless something else happens because of it. Left out are times, ports, pids,
 * transaction ids, LSNs, tokens, statements and transactions that commit nothing, answers to
 * requests (they follow from the effect or the fault), and how often the same question is asked in
 * a row. What a run does more or less often because it was slower is a divergence.
 *
 * @param at seq in the replay; of something that did not come, the seq of its last event
 * @param was what came there in the original, or null: nothing more
 * @param wasAt its seq there, or -1
 * @param now what came instead, or null: nothing more
 * @param in to what it belongs, such as {@code key 1/2026-01-31 by the first worker}
 */
public record Divergence(long at, String was, long wasAt, String now, String in) {

  /** The earliest in the replay, or empty: the same to the end. */
  public static Optional<Divergence> between(
      List<Entry> original, List<Entry> replay, Subject subject) {
    return between(original, subject, replay, subject);
  }

  /** The same where the subject's own file has changed meanwhile. */
  static Optional<Divergence> between(
      List<Entry> original, Subject then, List<Entry> replay, Subject now) {
    Stories old = Stories.of(original, then);
    Stories young = Stories.of(replay, now);
    long end = replay.isEmpty() ? 0 : replay.get(replay.size() - 1).seq();
    List<Divergence> found = new ArrayList<>();
    for (String name : names(old.sequences(), young.sequences())) {
      inOrder(name, steps(old.sequences(), name), steps(young.sequences(), name), end)
          .ifPresent(found::add);
    }
    for (String key : names(old.answers(), young.answers())) {
      inAnyOrder(key, steps(old.answers(), key), steps(young.answers(), key), end)
          .ifPresent(found::add);
    }
    return found.stream()
        .min(
            Comparator.comparingLong(Divergence::at)
                .thenComparingLong(d -> d.wasAt() < 0 ? Long.MAX_VALUE : d.wasAt()));
  }

  private static Set<String> names(Map<String, List<Step>> one, Map<String, List<Step>> other) {
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    return names;
  }

  private static List<Step> steps(Map<String, List<Step>> sequences, String name) {
    return sequences.getOrDefault(name, List.of());
  }

  private static Optional<Divergence> inOrder(
      String name, List<Step> old, List<Step> young, long end) {
    int same = 0;
    while (same < Math.min(old.size(), young.size())
        && old.get(same).text().equals(young.get(same).text())) {
      same++;
    }
    Step was = same < old.size() ? old.get(same) : null;
    Step now = same < young.size() ? young.get(same) : null;
    return was == null && now == null ? Optional.empty() : Optional.of(of(name, was, now, end));
  }

  private static Divergence of(String name, Step was, Step now, long end) {
    return new Divergence(
        now == null ? end : now.seq(),
        was == null ? null : was.text(),
        was == null ? -1 : was.seq(),
        now == null ? null : now.text(),
        name);
  }

  private static Optional<Divergence> inAnyOrder(
      String key, List<Step> old, List<Step> young, long end) {
    List<Step> gone = without(old, young);
    List<Step> come = without(young, old);
    // what one run left without an answer may have been any of the other's
    long open = Math.max(unanswered(gone), unanswered(come));
    gone.removeIf(Divergence::isUnanswered);
    come.removeIf(Divergence::isUnanswered);
    if (gone.size() + come.size() <= open) {
      return Optional.empty();
    }
    Step was = gone.isEmpty() ? null : answer(gone.get(0));
    Step now = come.isEmpty() ? null : answer(come.get(0));
    return Optional.of(of("answers to triggers for key " + key, was, now, end));
  }

  private static Step answer(Step step) {
    return new Step(step.seq(), "TriggerAnswered " + step.text());
  }

  private static boolean isUnanswered(Step step) {
    return step.text().equals(Stories.UNANSWERED);
  }

  private static long unanswered(List<Step> steps) {
    return steps.stream().filter(Divergence::isUnanswered).count();
  }

  private static List<Step> without(List<Step> steps, List<Step> others) {
    List<String> left = new ArrayList<>(others.stream().map(Step::text).toList());
    List<Step> rest = new ArrayList<>();
    for (Step step : steps) {
      if (!left.remove(step.text())) {
        rest.add(step);
      }
    }
    return rest;
  }

  /** {@code diverges at event 123 (was: …; now: …)}. */
  public String text() {
    String then = was == null ? "nothing more" : was + " (event " + wasAt + ")";
    return "diverges at event %d (was: %s; now: %s)"
        .formatted(at, then, now == null ? "nothing more" : now);
  }
}
