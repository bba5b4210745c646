package dev.threeledger.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimelineJsonTest {

  @ParameterizedTest
  @MethodSource("everyEvent")
  void everyEventIsReadBackAsItWas(Event event) {
    Entry entry = new Entry(29, 612_400_000, event);

    assertThat(TimelineJson.read(TimelineJson.write(entry))).isEqualTo(entry);
  }

  @Test
  void pointReachedKeepsItsNameAndItsPoint() {
    assertThat(
            TimelineJson.write(
                new Entry(30, 0, new Event.PointReached("kill", "1", "1/2026-01-31", 1, 29))))
        .isEqualTo(
            "{\"seq\":30,\"atNanos\":0,\"event\":\"PointReached\",\"fault\":\"kill\",\"worker\":\"1\","
                + "\"key\":\"1/2026-01-31\",\"occurrence\":1,\"pointSeq\":29}");
  }

  @Test
  void aLastLineThatWasCutIsLeftOutAndAnyOtherIsAnError(@TempDir Path folder) throws IOException {
    Entry first = new Entry(1, 0, new Event.WorkerStarted("1", 42));
    Entry second = new Entry(2, 5, new Event.WorkerReady("1", 7));
    String lines = TimelineJson.write(first) + "\n" + TimelineJson.write(second) + "\n";
    Path cut =
        Files.writeString(folder.resolve("cut"), lines + "{\"seq\":3,\"atNanos\":9,\"event\":");
    Path broken = Files.writeString(folder.resolve("broken"), "{\"seq\":1,\"atN\n" + lines);

    assertThat(TimelineJson.read(cut)).isEqualTo(List.of(first, second));
    assertThatThrownBy(() -> TimelineJson.read(broken))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(broken + ":1: not a timeline line: ");
  }

  @Test
  void aTextThatStandsInManyEventsIsInMemoryOnce() {
    String line = TimelineJson.write(new Entry(1, 0, new Event.WorkerStarted("worker", 42)));

    assertThat(TimelineJson.read(line).event().worker())
        .isSameAs(TimelineJson.read(line).event().worker());
  }

  /** One of each record, every component set. */
  static Stream<Event> everyEvent() {
    return events(Event.class).map(TimelineJsonTest::filled);
  }

  private static Stream<Class<?>> events(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(TimelineJsonTest::events);
  }

  private static Event filled(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return (Event)
          constructor.newInstance(Arrays.stream(components).map(c -> value(c.getType())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("a record that cannot be made: " + type, e);
    }
  }

  private static Object value(Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type == int.class || type == Integer.class) {
      return 7;
    }
    if (type == long.class || type == Long.class) {
      return 5_000_000_000L;
    }
    if (type == boolean.class || type == Boolean.class) {
      return true;
    }
    if (type == List.class) {
      return List.of("a", "b");
    }
    return type == Map.class ? Map.of("column", "value") : "text";
  }
}
