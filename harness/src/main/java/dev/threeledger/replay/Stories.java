package dev.threeledger.replay;

import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CommitAcknowledged;
import dev.threeledger.timeline.Event.CommitAsked;
import dev.threeledger.timeline.Event.Injected;
import dev.threeledger.timeline.Event.Outside;
import dev.threeledger.timeline.Event.Phase;
import dev.threeledger.timeline.Event.PhaseStarted;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.TriggerAnswered;
import dev.threeledger.timeline.Event.TriggerSent;
import dev.threeledger.timeline.Event.TriggerUnanswered;
import dev.threeledger.timeline.Event.WorkerExited;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A timeline as sequences of steps, each in words that are the same in every run in which the same
 * happens. {@link Divergence} says what is compared and what is not.
 */
final class Stories {
  /** In place of the status where a trigger got no answer. */
  static final String UNANSWERED = "no answer";

  private final Subject subject;
  private final Map<Long, String> workersByXid = new HashMap<>();
  private final Map<String, List<String>> workersByKey = new HashMap<>();
  private final Map<String, List<String>> values = new HashMap<>();
  private final Map<String, List<Step>> sequences = new LinkedHashMap<>();
  private final Map<String, List<Step>> answers = new LinkedHashMap<>();
  private final List<Step> triggers = new ArrayList<>();
  private boolean collecting;

  /** One step, at its event. */
  record Step(long seq, String text) {}

  private Stories(Subject subject) {
    this.subject = subject;
  }

  static Stories of(List<Entry> timeline, Subject subject) {
    Stories stories = new Stories(subject);
    timeline.forEach(entry -> stories.commit(entry.event()));
    timeline.forEach(stories::read);
    stories.triggers.sort(Comparator.comparing(Step::text));
    stories.sequences.put("the triggers", stories.triggers);
    return stories;
  }

  /** Steps in order, by what they belong to. */
  Map<String, List<Step>> sequences() {
    return sequences;
  }

  /** What triggers were answered, by key, in no order. */
  Map<String, List<Step>> answers() {
    return answers;
  }

  private void commit(Event event) {
    if (event instanceof CommitAcknowledged commit && commit.xid() != null) {
      workersByXid.put(commit.xid(), commit.worker());
    } else if (event instanceof CommitAsked commit && commit.xid() != null) {
      workersByXid.putIfAbsent(commit.xid(), commit.worker());
    }
  }

  private void read(Entry entry) {
    Event event = entry.event();
    if (event instanceof PhaseStarted started && started.phase() == Phase.COLLECT) {
      collecting = true;
    } else if (event instanceof RowChanged row) {
      row(entry.seq(), row);
    } else if (event instanceof Outside outside) {
      outside(entry.seq(), outside);
    } else if (event instanceof TriggerSent sent) {
      String text = "TriggerSent %d %s via %s".formatted(sent.trigger(), sent.job(), sent.via());
      triggers.add(new Step(entry.seq(), text + " for " + sent.key()));
    } else if (event instanceof TriggerAnswered answer) {
      answered(entry.seq(), answer.key(), Integer.toString(answer.status()));
    } else if (event instanceof TriggerUnanswered answer) {
      answered(entry.seq(), answer.key(), UNANSWERED);
    } else if (event instanceof Injected injected) {
      injected(entry.seq(), injected);
    } else if (event instanceof WorkerExited exited && !exited.byHarness() && !collecting) {
      String how = exited.signal() == null ? "code " + exited.exitCode() : exited.signal();
      add("workers that ended by themselves", entry.seq(), "WorkerExited by itself, " + how);
    } else {
      String text = Words.ofHarness(event);
      if (text != null) {
        add(event.name(), entry.seq(), text);
      }
    }
  }

  private void row(long seq, RowChanged row) {
    String worker = workersByXid.get(row.xid());
    String change = Words.ofChange(row, subject);
    if (change != null) {
      String text = change + by(row.key(), worker);
      add("key " + row.key() + by(row.key(), worker), seq, text);
      add("key " + row.key() + " in " + row.table(), seq, text);
    }
  }

  private void outside(long seq, Outside event) {
    String text = Words.ofOutside(event);
    if (text == null) {
      return;
    }
    String key = event.key();
    boolean question = event instanceof RequestReceived request && request.effect() == null;
    if (event instanceof RequestReceived request && !question) {
      String scope = key + " " + request.operation();
      text +=
          nth(scope + " key", request.idempotencyKey(), "idempotency key")
              + nth(scope + " body", request.bodyDigest(), "body");
    }
    text += by(key, event.worker());
    tell("key " + key + by(key, event.worker()), seq, text, question);
    tell("key " + key + " at " + event.operation(), seq, text, question);
  }

  /** A question that is asked again and again is told once. */
  private void tell(String sequence, long seq, String text, boolean once) {
    List<Step> steps = sequences.computeIfAbsent(sequence, name -> new ArrayList<>());
    if (!once || steps.isEmpty() || !steps.get(steps.size() - 1).text().equals(text)) {
      steps.add(new Step(seq, text));
    }
  }

  private void injected(long seq, Injected event) {
    String text = Words.ofFault(event);
    if (text != null) {
      // workers strike in any order, so each kind of event is counted for itself
      add("fault " + event.fault() + ", " + event.name(), seq, text);
    }
  }

  private void answered(long seq, String key, String status) {
    answers
        .computeIfAbsent(String.valueOf(key), name -> new ArrayList<>())
        .add(new Step(seq, status));
  }

  private void add(String sequence, long seq, String text) {
    tell(sequence, seq, text, false);
  }

  /** Workers are told apart by who came first at this key, not by their numbers. */
  private String by(String key, String worker) {
    if (worker == null) {
      return "";
    }
    List<String> known = workersByKey.computeIfAbsent(String.valueOf(key), k -> new ArrayList<>());
    return " by the " + ordinal(place(known, worker)) + " worker";
  }

  private String nth(String scope, String value, String what) {
    if (value == null) {
      return ", no " + what;
    }
    int place = place(values.computeIfAbsent(scope, name -> new ArrayList<>()), value);
    return ", " + ordinal(place) + " " + what;
  }

  private static int place(List<String> known, String value) {
    int place = known.indexOf(value);
    if (place < 0) {
      known.add(Objects.requireNonNull(value));
      return known.size();
    }
    return place + 1;
  }

  private static String ordinal(int place) {
    return switch (place) {
      case 1 -> "first";
      case 2 -> "second";
      case 3 -> "third";
      default -> place + "th";
    };
  }
}
