package dev.threeledger.report;

import dev.threeledger.report.Picture.Lasting;
import dev.threeledger.report.Picture.Line;
import dev.threeledger.report.Picture.Mark;
import dev.threeledger.report.Picture.Row;
import dev.threeledger.report.Picture.Shape;
import dev.threeledger.report.Picture.Span;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a timeline once, from start to end, and gathers what the picture shows. */
final class PictureReader {
  private static final String DATABASE = "database";

  /** What is begun when the database stands still, for each worker's row of it. */
  private static final String STANDING = "standing ";

  private static final Row TRIGGERS = new Row("triggers", null);
  private final List<Entry> entries;
  private final long last;
  private final Set<Row> rows = new TreeSet<>(new RowOrder());
  private final List<Span> phases = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, Entry> begun = new HashMap<>();
  private final Map<String, String> tables = new HashMap<>();

  private PictureReader(List<Entry> entries) {
    this.entries = entries;
    this.last = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).seq();
  }

  static Picture read(List<Entry> entries, Optional<Long> deviation) {
    PictureReader reader = new PictureReader(entries);
    entries.forEach(reader::take);
    reader.endWhatIsOpen();
    reader.spans.sort(Comparator.comparing(Span::kind));
    return new Picture(
        reader.phases,
        List.copyOf(reader.rows),
        reader.spans,
        reader.marks,
        reader.lines,
        deviation.filter(seq -> entries.stream().anyMatch(entry -> entry.seq() == seq)),
        reader.moments(deviation));
  }

  private void take(Entry entry) {
    Event event = entry.event();
    if (event instanceof Event.Harness) {
      harness(entry);
    } else if (event instanceof Event.Process) {
      process(entry);
    } else if (event instanceof Event.Claim) {
      claim(entry);
    } else if (event instanceof Event.Wire) {
      wire(entry);
    } else if (event instanceof Event.Outside outside) {
      outside(entry, outside);
    } else if (event instanceof Event.Injected injected) {
      injected(entry, injected);
    }
  }

  private void harness(Entry entry) {
    if (entry.event() instanceof Event.PhaseStarted phase) {
      endPhase(entry.seq());
      begun.put("phase", entry);
      rows.add(TRIGGERS);
    } else if (entry.event() instanceof Event.HarnessProblem) {
      mark(TRIGGERS, Shape.ERROR, entry);
    }
  }

  private void endPhase(long at) {
    Entry from = begun.remove("phase");
    if (from != null && from.event() instanceof Event.PhaseStarted phase) {
      String text = phase.phase().name().toLowerCase(java.util.Locale.ROOT);
      phases.add(new Span(TRIGGERS, Lasting.PHASE, from.seq(), at, text));
    }
  }

  private void process(Entry entry) {
    Row row = worker(entry.event().worker());
    String life = "life " + row.worker();
    if (entry.event() instanceof Event.WorkerStarted) {
      begun.put(life, entry);
    } else if (entry.event() instanceof Event.WorkerReady) {
      end(life, row, Lasting.STARTING, entry.seq());
      begun.put(life, entry);
    } else if (entry.event() instanceof Event.WorkerExited) {
      end(life, row, Lasting.ALIVE, entry.seq());
      mark(row, Shape.EXITED, entry);
    }
  }

  private void claim(Entry entry) {
    if (entry.event() instanceof Event.TriggerSent) {
      mark(TRIGGERS, Shape.TRIGGER, entry);
    } else if (entry.event() instanceof Event.TriggerUnanswered) {
      mark(TRIGGERS, Shape.ERROR, entry);
    } else {
      mark(TRIGGERS, Shape.ANSWERED, entry);
    }
  }

  private void wire(Entry entry) {
    Row row = new Row(DATABASE, entry.event().worker());
    if (entry.event() instanceof Event.StatementSent sent) {
      begun.putIfAbsent(transaction(row, sent.connection(), sent.transaction()), entry);
      mark(row, Shape.STATEMENT, entry);
    } else if (entry.event() instanceof Event.StatementAnswered answered) {
      if (answered.sqlState() != null) {
        mark(row, Shape.ERROR, entry);
      }
    } else if (entry.event() instanceof Event.CommitAsked asked) {
      String transaction = transaction(row, asked.connection(), asked.transaction());
      tables.put(transaction, String.join(", ", asked.tables()));
      end(transaction, row, Lasting.TRANSACTION, entry.seq());
      begun.put("commit " + transaction, entry);
    } else if (entry.event() instanceof Event.CommitAcknowledged done) {
      String commit = "commit " + transaction(row, done.connection(), done.transaction());
      end(commit, row, Lasting.COMMIT, entry.seq());
      mark(row, Shape.COMMITTED, entry);
      begun.put("undelivered " + commit, entry);
    } else if (entry.event() instanceof Event.CommitForwarded done) {
      begun.remove("undelivered commit " + transaction(row, done.connection(), done.transaction()));
    } else if (entry.event() instanceof Event.RolledBack back) {
      end(
          transaction(row, back.connection(), back.transaction()),
          row,
          Lasting.TRANSACTION,
          entry.seq());
      mark(row, Shape.ROLLBACK, entry);
    }
  }

  private static String transaction(Row row, long connection, long transaction) {
    return row.worker() + "/" + connection + "/" + transaction;
  }

  private void outside(Entry entry, Event.Outside outside) {
    Row row = new Row(outside.target(), outside.worker());
    if (outside instanceof Event.RequestReceived request) {
      begun.put("exchange " + request.request(), entry);
      mark(row, Shape.REQUEST, entry);
    } else if (outside instanceof Event.EffectApplied) {
      mark(row, Shape.EFFECT, entry);
    } else if (outside instanceof Event.EffectDeduplicated) {
      mark(row, Shape.DEDUPLICATED, entry);
    } else if (outside instanceof Event.EffectUndone || outside instanceof Event.CancelNoted) {
      mark(row, Shape.UNDONE, entry);
    } else if (outside instanceof Event.EffectRefused) {
      mark(row, Shape.ERROR, entry);
    } else if (outside instanceof Event.AnswerSent sent) {
      end("exchange " + sent.request(), row, Lasting.EXCHANGE, entry.seq());
      mark(row, Shape.ANSWER, entry);
    } else if (outside instanceof Event.AnswerDropped dropped) {
      end("exchange " + dropped.request(), row, Lasting.EXCHANGE, entry.seq());
      mark(row, Shape.ERROR, entry);
    } else if (outside instanceof Event.CallerGone gone) {
      callerGone(gone, entry);
    }
  }

  /** A caller may go before the partner has told which operation it is: then gone names none. */
  private void callerGone(Event.CallerGone gone, Entry entry) {
    String exchange = "exchange " + gone.request();
    if (begun.containsKey(exchange)
        && begun.get(exchange).event() instanceof Event.RequestReceived request) {
      Row row = new Row(request.target(), request.worker());
      end(exchange, row, Lasting.EXCHANGE, entry.seq());
    }
  }

  private void injected(Entry entry, Event.Injected event) {
    Row row = event.worker() == null ? TRIGGERS : worker(event.worker());
    Row path = new Row(event.target(), event.worker());
    if (event instanceof Event.FaultArmed || event instanceof Event.FaultHealed) {
      return;
    }
    if (event instanceof Event.Held) {
      begun.put("held " + event.fault() + row.worker(), entry);
    } else if (event instanceof Event.Released) {
      end("held " + event.fault() + row.worker(), row, Lasting.HELD, entry.seq());
    } else if (event instanceof Event.WorkerPaused) {
      begun.put("paused " + row.worker(), entry);
    } else if (event instanceof Event.WorkerResumed) {
      end("paused " + row.worker(), row, Lasting.PAUSED, entry.seq());
    } else if (event instanceof Event.WorkerPartitioned) {
      begun.put("cut " + row.worker(), entry);
    } else if (event instanceof Event.WorkerRejoined) {
      end("cut " + row.worker(), row, Lasting.TOXIC, entry.seq());
    } else if (event instanceof Event.DatabasePaused) {
      databaseRows().forEach(each -> begun.put(STANDING + each.worker(), entry));
    } else if (event instanceof Event.DatabaseResumed) {
      databaseRows()
          .forEach(each -> end(STANDING + each.worker(), each, Lasting.PAUSED, entry.seq()));
    } else if (event instanceof Event.WorkerKilled) {
      end("held " + event.fault() + row.worker(), row, Lasting.HELD, entry.seq());
    } else if (event instanceof Event.ToxicAdded toxic) {
      begun.put("toxic " + path + toxic.toxic(), entry);
    } else if (event instanceof Event.ToxicRemoved toxic) {
      end("toxic " + path + toxic.toxic(), path, Lasting.TOXIC, entry.seq());
    } else if (event instanceof Event.ProxySwitched proxy) {
      if (proxy.enabled()) {
        end("down " + path, path, Lasting.TOXIC, entry.seq());
      } else {
        begun.put("down " + path, entry);
      }
    }
    lines.add(new Line(lines.size() + 1, entry.seq(), label(event)));
  }

  /** One for each worker that has spoken to it. */
  private List<Row> databaseRows() {
    return rows.stream().filter(row -> DATABASE.equals(row.lane())).toList();
  }

  private static String label(Event.Injected event) {
    return event.fault() + ": " + Wording.name(event);
  }

  private Row worker(String worker) {
    return new Row("worker " + worker, worker);
  }

  private void mark(Row row, Shape shape, Entry entry) {
    rows.add(row);
    String text =
        "#" + entry.seq() + "  " + Wording.millis(entry.atNanos()) + " ms  " + Wording.line(entry);
    marks.add(new Mark(row, shape, entry.seq(), entry.event().worker(), label(entry), text));
  }

  /** The few words that tell most: what was committed, which effect, which key. */
  private String label(Entry entry) {
    Event event = entry.event();
    if (event instanceof Event.CommitAcknowledged done) {
      return tables.getOrDefault(
          transaction(new Row(DATABASE, done.worker()), done.connection(), done.transaction()), "");
    }
    if (event instanceof Event.EffectApplied applied) {
      return words(applied.effect(), applied.effectId(), applied.amount());
    }
    if (event instanceof Event.EffectDeduplicated repeat) {
      return words(repeat.effectId(), "again");
    }
    if (event instanceof Event.EffectUndone undone) {
      return words("undo", undone.effectId());
    }
    if (event instanceof Event.CancelNoted cancel) {
      return words("cancel", cancel.cancelled());
    }
    if (event instanceof Event.TriggerSent trigger) {
      return words(trigger.job(), trigger.key());
    }
    if (event instanceof Event.AnswerSent sent) {
      return sent.status() >= 400 ? Integer.toString(sent.status()) : "";
    }
    if (event instanceof Event.TriggerAnswered answered) {
      return Integer.toString(answered.status());
    }
    return event instanceof Event.WorkerExited exited && exited.signal() != null
        ? exited.signal()
        : "";
  }

  private static String words(String... words) {
    return Stream.of(words).filter(Objects::nonNull).collect(Collectors.joining(" "));
  }

  private void end(String what, Row row, Lasting kind, long at) {
    Entry from = begun.remove(what);
    if (from != null) {
      rows.add(row);
      spans.add(new Span(row, kind, from.seq(), at, Wording.line(from)));
    }
  }

  /** What nobody ended lasts to the end; an acknowledgement that never left is marked as such. */
  private void endWhatIsOpen() {
    endPhase(last);
    for (Map.Entry<String, Entry> open : new java.util.TreeMap<>(begun).entrySet()) {
      String what = open.getKey();
      Entry from = open.getValue();
      Event event = from.event();
      if (what.startsWith("undelivered ")) {
        mark(new Row(DATABASE, event.worker()), Shape.UNDELIVERED, from);
      } else if (what.startsWith("life ")) {
        boolean ready = event instanceof Event.WorkerReady;
        Lasting kind = ready ? Lasting.ALIVE : Lasting.STARTING;
        end(what, worker(event.worker()), kind, last);
      } else if (what.startsWith("held ")) {
        end(what, worker(event.worker()), Lasting.HELD, last);
      } else if (what.startsWith("paused ")) {
        end(what, worker(event.worker()), Lasting.PAUSED, last);
      } else if (what.startsWith("cut ")) {
        end(what, worker(event.worker()), Lasting.TOXIC, last);
      } else if (what.startsWith(STANDING)) {
        String worker = what.substring(STANDING.length());
        end(what, new Row(DATABASE, worker), Lasting.PAUSED, last);
      } else if (what.startsWith("toxic ") || what.startsWith("down ")) {
        end(what, new Row(event.target(), event.worker()), Lasting.TOXIC, last);
      } else if (what.startsWith("exchange ")) {
        end(what, new Row(event.target(), event.worker()), Lasting.EXCHANGE, last);
      }
    }
  }

  private List<Entry> moments(Optional<Long> deviation) {
    Set<Long> seqs = new TreeSet<>();
    for (List<Span> some : List.of(phases, spans)) {
      some.forEach(span -> seqs.addAll(List.of(span.from(), span.to())));
    }
    marks.forEach(mark -> seqs.add(mark.seq()));
    lines.forEach(line -> seqs.add(line.seq()));
    deviation.ifPresent(seqs::add);
    return entries.stream().filter(entry -> seqs.contains(entry.seq())).toList();
  }
}
