package dev.threeledger.replay;

import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.CancelNoted;
import dev.threeledger.timeline.Event.DatabaseRestarted;
import dev.threeledger.timeline.Event.DeadlockEnded;
import dev.threeledger.timeline.Event.EffectApplied;
import dev.threeledger.timeline.Event.EffectDeduplicated;
import dev.threeledger.timeline.Event.EffectRefused;
import dev.threeledger.timeline.Event.EffectUndone;
import dev.threeledger.timeline.Event.ErrorAnswered;
import dev.threeledger.timeline.Event.HarnessProblem;
import dev.threeledger.timeline.Event.Injected;
import dev.threeledger.timeline.Event.LedgerRead;
import dev.threeledger.timeline.Event.LedgerUnread;
import dev.threeledger.timeline.Event.LockAwaited;
import dev.threeledger.timeline.Event.Outside;
import dev.threeledger.timeline.Event.PointReached;
import dev.threeledger.timeline.Event.Probed;
import dev.threeledger.timeline.Event.ProxySwitched;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Event.RowOperation;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.timeline.Event.StopConditionMet;
import dev.threeledger.timeline.Event.TriggerSkipped;
import dev.threeledger.timeline.EventWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What of an event is the same in every run in which the same happens; null: nothing. */
final class Words {
  /** A state, a step, a boolean: no digit, so neither a number, a time nor an id of this run. */
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z_.-]{0,60}");

  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:.*");
  private static final String AMOUNT = "amount";

  private Words() {}

  /**
   * A committed change by its words and its amount, by columns that were filled or emptied, and by
   * whether the key was claimed anew; null for one that changed nothing of these: a heartbeat.
   */
  static String ofChange(RowChanged row, Subject subject) {
    List<String> said = new ArrayList<>();
    Map<String, String> before = row.before() == null ? Map.of() : row.before();
    Map<String, String> after = row.after() == null ? Map.of() : row.after();
    Set<String> silent = silent(row.table(), subject);
    if (row.operation() == RowOperation.UPDATE) {
      changed(before, after, silent, said);
      Subject.Fencing fencing = subject.fencing();
      if (fencing != null
          && fencing.table().equals(row.table())
          && !String.valueOf(before.get(fencing.token()))
              .equals(String.valueOf(after.get(fencing.token())))) {
        said.add("claimed anew");
      }
      if (said.isEmpty()) {
        return null;
      }
    } else {
      Map<String, String> values = row.operation() == RowOperation.DELETE ? before : after;
      new TreeSet<>(values.keySet())
          .stream()
              .filter(column -> !silent.contains(column) && told(column, values.get(column)))
              .forEach(column -> said.add(column + "=" + values.get(column)));
    }
    String words = said.isEmpty() ? "" : " " + String.join(", ", said);
    return EventWords.of(row) + " " + row.operation() + words;
  }

  private static void changed(
      Map<String, String> before,
      Map<String, String> after,
      Set<String> silent,
      List<String> said) {
    Set<String> columns = new TreeSet<>(before.keySet());
    columns.addAll(after.keySet());
    columns.removeAll(silent);
    for (String column : columns) {
      String was = before.get(column);
      String is = after.get(column);
      if (is != null && told(column, is)) {
        if (!is.equals(was)) {
          said.add(column + "=" + is);
        }
      } else if ((was == null) != (is == null) && !isTime(was) && !isTime(is)) {
        said.add(column + (is == null ? " emptied" : " filled"));
      }
    }
  }

  private static boolean told(String column, String value) {
    return value != null && (column.equals(AMOUNT) || WORD.matcher(value).matches());
  }

  private static boolean isTime(String value) {
    return value != null && TIME.matcher(value).matches();
  }

  /** Columns whose values are of one run, or stand in the key. */
  private static Set<String> silent(String table, Subject subject) {
    Set<String> silent = new TreeSet<>(subject.history().getOrDefault(table, List.of()));
    Subject.Fencing fencing = subject.fencing();
    if (fencing != null && fencing.table().equals(table)) {
      silent.add(fencing.token());
      silent.add(fencing.holder());
    }
    return silent;
  }

  static String ofOutside(Outside event) {
    String place = EventWords.of(event);
    if (event instanceof RequestReceived request) {
      return place + amount(request.amount());
    }
    if (event instanceof EffectApplied applied) {
      return place + amount(applied.amount());
    }
    return event instanceof EffectDeduplicated
            || event instanceof EffectRefused
            || event instanceof EffectUndone
            || event instanceof CancelNoted
        ? place
        : null;
  }

  private static String amount(String amount) {
    return amount == null ? "" : " amount=" + amount;
  }

  static String ofFault(Injected event) {
    if (event instanceof Probed || event instanceof LockAwaited) {
      return null; // as often as it takes
    }
    String name = event.name() + " of " + event.fault();
    if (event instanceof PointReached point) {
      return name + ", occurrence " + point.occurrence();
    }
    if (event instanceof ErrorAnswered error) {
      return name + ", " + error.status() + (error.effectApplied() ? " after the effect" : "");
    }
    if (event instanceof ProxySwitched proxy) {
      return name + ", " + proxy.target() + (proxy.enabled() ? " on" : " off");
    }
    if (event instanceof DatabaseRestarted restarted) {
      boolean moved = !Objects.equals(restarted.addressBefore(), restarted.addressAfter());
      return name + ", " + restarted.mode() + (moved ? ", at another address" : "");
    }
    return event instanceof DeadlockEnded ended ? name + ", victim " + ended.victim() : name;
  }

  static String ofHarness(Event event) {
    if (event instanceof StopConditionMet met) {
      return event.name() + " " + met.condition() + " at " + met.operation();
    }
    if (event instanceof SecretSeen seen) {
      return event.name() + " " + seen.what() + " in " + seen.where().replaceAll(" \\d+", "");
    }
    if (event instanceof TriggerSkipped skipped) {
      return event.name() + " " + skipped.trigger();
    }
    if (event instanceof HarnessProblem problem) {
      return event.name() + " " + problem.part();
    }
    if (event instanceof LedgerUnread unread) {
      return event.name() + " " + unread.ledger();
    }
    if (event instanceof LedgerRead read) {
      return event.name() + " " + read.ledger() + ", rows: " + read.rows();
    }
    return event instanceof RunStopped stopped ? event.name() + " " + stopped.reason() : null;
  }
}
