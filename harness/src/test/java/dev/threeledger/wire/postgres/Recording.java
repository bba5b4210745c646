package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.RowChanged;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A conversation without sockets, and everything that came of it. */
class Recording implements CommitObserver {
  /** A moment, and how many bytes had been forwarded in either direction when it came. */
  record Seen(Moment moment, int toServer, int toWorker) {}

  final Timeline timeline = Timeline.inMemory();
  final ByteArrayOutputStream toServer = new ByteArrayOutputStream();
  final ByteArrayOutputStream toWorker = new ByteArrayOutputStream();
  final List<Seen> moments = new ArrayList<>();
  final AtomicLong notUnderstood = new AtomicLong();
  final List<String> asked = new ArrayList<>();
  final Conversation conversation =
      new Conversation(
          "1", 1, event -> timeline.append(event).seq(), notUnderstood::incrementAndGet);

  /** What the observer knows of the open transaction. */
  OpenTransaction open = new OpenTransaction(null, List.of());

  /** What the observer tells after a commit. */
  List<RowChanged> rows = List.of();

  /** What the gate lets through. */
  Gate gate = Gate.OPEN;

  private StepRunner.Onward onward = StepRunner.Onward.FOLLOW;

  private final StepRunner runner = new StepRunner(conversation, this::at, this, 4711);

  /** A conversation whose startup is over. */
  static Recording started() {
    Recording recording = new Recording();
    recording.server(Bytes.ready('I'));
    recording.toWorker.reset();
    return recording;
  }

  Recording worker(byte[]... bytes) {
    return run(conversation::fromWorker, bytes, toServer);
  }

  Recording server(byte[]... bytes) {
    return run(conversation::fromServer, bytes, toWorker);
  }

  private Recording run(StepRunner.Direction direction, byte[][] bytes, OutputStream out) {
    try {
      for (byte[] piece : bytes) {
        if (onward == StepRunner.Onward.FOLLOW) {
          onward = runner.run(direction, piece, piece.length, out);
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    return this;
  }

  StepRunner.Onward onward() {
    return onward;
  }

  List<Event> events() {
    return timeline.entries().stream().map(entry -> entry.event()).toList();
  }

  List<String> names() {
    return events().stream().map(Event::name).toList();
  }

  <T extends Event> List<T> events(Class<T> type) {
    return events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  <T extends Moment> List<T> moments(Class<T> type) {
    return moments.stream().map(Seen::moment).filter(type::isInstance).map(type::cast).toList();
  }

  static RowChanged row(long xid, String table) {
    return new RowChanged(
        xid, 1, 1, null, table, Event.RowOperation.INSERT, "k", null, Map.of("id", "k"));
  }

  private Passage at(Moment moment) throws InterruptedException {
    moments.add(new Seen(moment, toServer.size(), toWorker.size()));
    return gate.at(moment);
  }

  @Override
  public OpenTransaction openTransaction(int port) {
    asked.add("open " + port);
    return open;
  }

  @Override
  public List<RowChanged> committed(Long xid, long sinceSeq, List<String> tables) {
    asked.add("committed " + xid + " since " + sinceSeq + " " + tables);
    rows.forEach(timeline::append);
    return rows;
  }
}
