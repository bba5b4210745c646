package dev.threeledger.wire.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.timeline.Event;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.postgres.Dialogue.ErrorAt;
import dev.threeledger.wire.postgres.Dialogue.Mode;
import dev.threeledger.wire.postgres.Dialogue.Plan;
import dev.threeledger.wire.postgres.Dialogue.Turn;
import dev.threeledger.wire.postgres.ModelServer.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;

class ConversationPropertyTest {

  @Property(tries = 500)
  void howBytesArriveInPiecesChangesNothing(
      @ForAll("ahead") List<Plan> plans,
      @ForAll @NotEmpty @Size(max = 40) List<@IntRange(min = 1, max = 60) Integer> pieces) {
    Dialogue dialogue = new Dialogue(plans);
    Recording whole = play(dialogue, List.of(Integer.MAX_VALUE));
    Recording cut = play(dialogue, pieces);

    assertThat(cut.events()).isEqualTo(whole.events());
    assertThat(cut.moments).isEqualTo(whole.moments);
    assertThat(cut.toServer.toByteArray()).isEqualTo(dialogue.workerBytes());
    assertThat(cut.toWorker.toByteArray()).isEqualTo(dialogue.serverBytes());
    assertThat(whole.toServer.toByteArray()).isEqualTo(dialogue.workerBytes());
    assertThat(whole.toWorker.toByteArray()).isEqualTo(dialogue.serverBytes());
  }

  @Property(tries = 1000)
  void reportsTheCommitsThatTheServerMade(@ForAll("oneByOne") List<Plan> plans) {
    List<Plan> ended = new ArrayList<>(plans);
    ended.add(new Plan(Mode.SIMPLE, List.of(Op.ROLLBACK), ErrorAt.EXECUTE, false, false));
    Dialogue dialogue = new Dialogue(ended);
    Recording seen = play(dialogue, List.of(Integer.MAX_VALUE));

    assertThat(commits(seen)).isEqualTo(dialogue.model.committed);
    assertThat(seen.notUnderstood).hasValue(0);
    List<Long> acknowledged =
        numbers(seen, Event.CommitAcknowledged.class, Event.CommitAcknowledged::transaction);
    List<Long> rolledBack = numbers(seen, Event.RolledBack.class, Event.RolledBack::transaction);
    assertThat(rolledBack).hasSizeGreaterThanOrEqualTo(dialogue.model.rolledBack);
    List<Long> ends = Stream.concat(acknowledged.stream(), rolledBack.stream()).toList();
    assertThat(ends).doesNotHaveDuplicates();
    assertThat(
            ends.containsAll(
                numbers(seen, Event.CommitAsked.class, Event.CommitAsked::transaction)))
        .isTrue();
  }

  @Property(tries = 1000)
  void reportsTheCommitsThatTheServerMadeOrSaysThatItLostTrack(@ForAll("ahead") List<Plan> plans) {
    Dialogue dialogue = new Dialogue(plans);
    Recording seen = play(dialogue, List.of(Integer.MAX_VALUE));

    if (seen.notUnderstood.get() == 0) {
      assertThat(commits(seen)).isEqualTo(dialogue.model.committed);
    }
  }

  @Property(tries = 500)
  void nothingOfABatchOrItsAnswerIsForwardedBeforeItsMoments(@ForAll("ahead") List<Plan> plans) {
    Dialogue dialogue = new Dialogue(plans);
    Recording recording = play(dialogue, List.of(Integer.MAX_VALUE));
    for (Recording.Seen seen : recording.moments) {
      if (seen.moment() instanceof Moment.Statement statement) {
        boolean before = statement.side() == Side.BEFORE;
        Integer sent =
            (before ? dialogue.workerBytesBefore : dialogue.serverBytesBefore).get(statement.sql());
        if (sent != null) {
          assertThat(before ? seen.toServer() : seen.toWorker()).isLessThanOrEqualTo(sent);
        }
      }
    }
  }

  @Property(tries = 300)
  void whatIsNotUnderstoodPassesUntouched(
      @ForAll("unknownType") char fromWorker,
      @ForAll("unknownType") char fromServer,
      @ForAll @Size(max = 300) byte[] body,
      @ForAll @NotEmpty @Size(max = 40) List<@IntRange(min = 1, max = 60) Integer> pieces) {
    byte[] sent = Bytes.message(fromWorker, body);
    byte[] answered = Bytes.message(fromServer, body);
    Recording recording = Recording.started();
    feed(sent, pieces, recording::worker);
    feed(answered, pieces, recording::server);
    feed(answered, pieces, recording::server);

    assertThat(recording.toServer.toByteArray()).isEqualTo(sent);
    assertThat(recording.toWorker.toByteArray()).isEqualTo(Bytes.join(answered, answered));
    assertThat(recording.notUnderstood).hasValue(3);
    assertThat(recording.names()).containsExactly("NotUnderstood", "NotUnderstood");
  }

  @Property(tries = 300)
  void noBytesAreLostWhateverTheyAre(
      @ForAll @Size(max = 400) byte[] fromWorker, @ForAll @Size(max = 400) byte[] fromServer) {
    Recording recording = Recording.started();
    recording.worker(fromWorker).server(fromServer);
    assertThat(recording.toServer.toByteArray())
        .isEqualTo(Arrays.copyOf(fromWorker, recording.toServer.size()));
    assertThat(recording.toWorker.toByteArray())
        .isEqualTo(Arrays.copyOf(fromServer, recording.toWorker.size()));
  }

  // ── Playing ────────────────────────────────────────────────────────────────────────────────

  private static Recording play(Dialogue dialogue, List<Integer> pieces) {
    Recording recording = Recording.started();
    for (Turn turn : dialogue.turns) {
      feed(turn.worker(), pieces, recording::worker);
      feed(turn.server(), pieces, recording::server);
    }
    return recording;
  }

  private interface Sink {
    Recording take(byte[]... bytes);
  }

  private static void feed(byte[] bytes, List<Integer> pieces, Sink sink) {
    int at = 0;
    for (int i = 0; at < bytes.length; i++) {
      int length = Math.min(pieces.get(i % pieces.size()), bytes.length - at);
      sink.take(Arrays.copyOfRange(bytes, at, at + length));
      at += length;
    }
  }

  private static <T extends Event> List<Long> numbers(
      Recording recording, Class<T> type, Function<T, Long> number) {
    return recording.events(type).stream().map(number).toList();
  }

  private static List<List<String>> commits(Recording recording) {
    return recording.moments(Moment.Commit.class).stream()
        .filter(commit -> commit.side() == Side.AFTER)
        .map(commit -> commit.statements().stream().map(Moment.Statement::sql).toList())
        .toList();
  }

  // ── Generating ─────────────────────────────────────────────────────────────────────────────

  @Provide
  Arbitrary<List<Plan>> ahead() {
    return plan(Arbitraries.of(true, false)).list().ofMaxSize(8);
  }

  @Provide
  Arbitrary<List<Plan>> oneByOne() {
    return plan(Arbitraries.just(false)).list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<Character> unknownType() {
    return Arbitraries.of('!', 'z', 'Y', '9', '\u00ff', 'q');
  }

  private static Arbitrary<Plan> plan(Arbitrary<Boolean> ahead) {
    return Combinators.combine(
            Arbitraries.of(Mode.class),
            Arbitraries.of(Op.class).list().ofMaxSize(5),
            Arbitraries.of(ErrorAt.class),
            ahead,
            Arbitraries.of(true, false))
        .as(Plan::new);
  }
}
