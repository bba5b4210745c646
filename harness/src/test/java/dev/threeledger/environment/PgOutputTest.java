package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.environment.PgOutput.Begin;
import dev.threeledger.environment.PgOutput.Commit;
import dev.threeledger.environment.PgOutput.Other;
import dev.threeledger.environment.PgOutput.Relation;
import dev.threeledger.environment.PgOutput.Row;
import dev.threeledger.environment.PgOutput.Text;
import dev.threeledger.environment.PgOutput.Truncate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PgOutputTest {
  private static final Relation RUN =
      new Relation(7, "public", "run", List.of("id", "state", "large"));

  private final PgOutput decoder = new PgOutput();

  @Test
  void beginTellsWhereAndWhenTheTransactionCommits() {
    ByteBuffer bytes = message('B').putLong(99).putLong(1_500_000).putInt(-2);
    assertThat(decode(bytes))
        .isEqualTo(new Begin(99, Instant.parse("2000-01-01T00:00:01.5Z"), 4_294_967_294L));
  }

  @Test
  void commitTellsItsPlaceAndItsEnd() {
    ByteBuffer bytes = message('C').put((byte) 0).putLong(99).putLong(120).putLong(1);
    assertThat(decode(bytes)).isEqualTo(new Commit(99, 120));
  }

  @Test
  void anInsertedNullIsAbsent() {
    describe();
    ByteBuffer bytes = message('I').putInt(7).put((byte) 'N');
    tuple(bytes, "1", "zwölf", null);
    assertThat(decode(bytes))
        .isEqualTo(new Row(RUN, 'I', null, Map.of("id", "1", "state", "zwölf")));
  }

  @Test
  void anUpdateHasBothRowsAndAnUnchangedLargeValueIsTheOldOne() {
    describe();
    ByteBuffer bytes = message('U').putInt(7).put((byte) 'O');
    tuple(bytes, "1", "READY", "long");
    bytes.put((byte) 'N').putShort((short) 3);
    text(bytes, "1");
    text(bytes, "");
    bytes.put((byte) 'u');
    assertThat(decode(bytes))
        .isEqualTo(
            new Row(
                RUN,
                'U',
                Map.of("id", "1", "state", "READY", "large", "long"),
                Map.of("id", "1", "state", "", "large", "long")));
  }

  @Test
  void anUpdateWithoutItsOldRowHasOnlyTheNewOne() {
    describe();
    ByteBuffer bytes = message('U').putInt(7).put((byte) 'N');
    tuple(bytes, "1", "READY", null);
    assertThat(decode(bytes))
        .isEqualTo(new Row(RUN, 'U', null, Map.of("id", "1", "state", "READY")));
  }

  @Test
  void aDeleteHasTheOldRow() {
    describe();
    ByteBuffer bytes = message('D').putInt(7).put((byte) 'O');
    tuple(bytes, "1", null, null);
    assertThat(decode(bytes)).isEqualTo(new Row(RUN, 'D', Map.of("id", "1"), null));
  }

  @Test
  void truncateNamesTheTables() {
    describe();
    assertThat(decode(message('T').putInt(1).put((byte) 0).putInt(7)))
        .isEqualTo(new Truncate(List.of(RUN)));
  }

  @Test
  void ourOwnMessagesComeWithPrefixAndContent() {
    ByteBuffer bytes = message('M').put((byte) 1).putLong(99);
    string(bytes, "threeledger");
    bytes.putInt(2).put((byte) '1').put((byte) '2');
    assertThat(decode(bytes)).isEqualTo(new Text("threeledger", "12"));
  }

  @Test
  void whatTellsNothingAboutRowsIsLeftAside() {
    assertThat(decode(message('O').putLong(1))).isEqualTo(new Other('O'));
    assertThat(decode(message('Y').putInt(1))).isEqualTo(new Other('Y'));
  }

  @Test
  void aRowOfAnUnknownRelationIsAnError() {
    ByteBuffer bytes = message('I').putInt(8).put((byte) 'N');
    tuple(bytes, "1");
    assertThatThrownBy(() -> decode(bytes)).hasMessageContaining("never described: 8");
  }

  private void describe() {
    ByteBuffer bytes = message('R').putInt(RUN.oid());
    string(bytes, RUN.schema());
    string(bytes, RUN.name());
    bytes.put((byte) 'f').putShort((short) RUN.columns().size());
    for (String column : RUN.columns()) {
      bytes.put((byte) 1);
      string(bytes, column);
      bytes.putInt(25).putInt(-1);
    }
    assertThat(decode(bytes)).isEqualTo(new Other('R'));
  }

  private static ByteBuffer message(char type) {
    return ByteBuffer.allocate(500).put((byte) type);
  }

  private static void string(ByteBuffer bytes, String text) {
    bytes.put(text.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
  }

  private static void text(ByteBuffer bytes, String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    bytes.put((byte) 't').putInt(encoded.length).put(encoded);
  }

  private static void tuple(ByteBuffer bytes, String... values) {
    bytes.putShort((short) values.length);
    for (String value : values) {
      if (value == null) {
        bytes.put((byte) 'n');
      } else {
        text(bytes, value);
      }
    }
  }

  private PgOutput.Message decode(ByteBuffer bytes) {
    return decoder.decode(bytes.flip());
  }
}
