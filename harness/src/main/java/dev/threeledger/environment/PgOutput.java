package dev.threeledger.environment;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes the messages of the pgoutput plugin, protocol version 1 (PostgreSQL manual, "Logical
 * Replication Message Formats"). Keeps the relations that the stream has described; for one thread.
 */
final class PgOutput {
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private final Map<Integer, Relation> relations = new HashMap<>();

  /** One message. */
  sealed interface Message {}

  /** A transaction begins; its rows and its commit follow without others in between. */
  record Begin(long commitLsn, Instant committedAt, long xid) implements Message {}

  /** The transaction that began last is complete. */
  record Commit(long commitLsn, long endLsn) implements Message {}

  /** Null for {@code before} or {@code after} where there is no such row. */
  record Row(
      Relation relation, char operation, Map<String, String> before, Map<String, String> after)
      implements Message {}

  /** Tables were emptied. */
  record Truncate(List<Relation> relations) implements Message {}

  /** Written by {@code pg_logical_emit_message}. */
  record Text(String prefix, String content) implements Message {}

  /** Something that tells nothing about rows: a relation, a type, an origin. */
  record Other(char type) implements Message {}

  /** A table as the stream describes it before its first row. */
  record Relation(int oid, String schema, String name, List<String> columns) {}

  /** Decodes one whole message. */
  Message decode(ByteBuffer in) {
    char type = (char) in.get();
    return switch (type) {
      case 'B' -> new Begin(in.getLong(), time(in.getLong()), Integer.toUnsignedLong(in.getInt()));
      case 'C' -> commit(in);
      case 'I' -> insert(in);
      case 'U' -> update(in);
      case 'D' -> delete(in);
      case 'T' -> truncate(in);
      case 'M' -> text(in);
      case 'R' -> relation(in);
      default -> new Other(type);
    };
  }

  private static Instant time(long micros) {
    return EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static Commit commit(ByteBuffer in) {
    in.get(); // flags, unused
    return new Commit(in.getLong(), in.getLong());
  }

  private Row insert(ByteBuffer in) {
    Relation relation = known(in.getInt());
    in.get(); // 'N'
    return new Row(relation, 'I', null, tuple(in, relation, Map.of()));
  }

  private Row update(ByteBuffer in) {
    Relation relation = known(in.getInt());
    Map<String, String> before = null;
    char part = (char) in.get();
    if (part != 'N') { // 'O': the whole old row; 'K': its key only
      before = tuple(in, relation, Map.of());
      in.get();
    }
    return new Row(relation, 'U', before, tuple(in, relation, before == null ? Map.of() : before));
  }

  private Row delete(ByteBuffer in) {
    Relation relation = known(in.getInt());
    in.get(); // 'O' or 'K'
    return new Row(relation, 'D', tuple(in, relation, Map.of()), null);
  }

  private Truncate truncate(ByteBuffer in) {
    int count = in.getInt();
    in.get(); // CASCADE, RESTART IDENTITY
    List<Relation> emptied = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      emptied.add(known(in.getInt()));
    }
    return new Truncate(emptied);
  }

  private static Text text(ByteBuffer in) {
    in.get(); // transactional or not
    in.getLong(); // its LSN
    return new Text(string(in), bytes(in, in.getInt()));
  }

  private Other relation(ByteBuffer in) {
    int oid = in.getInt();
    String schema = string(in);
    String name = string(in);
    in.get(); // replica identity
    List<String> columns = new ArrayList<>();
    int count = in.getShort();
    for (int i = 0; i < count; i++) {
      in.get(); // part of the key
      columns.add(string(in));
      in.getInt(); // type
      in.getInt(); // type modifier
    }
    relations.put(
        oid,
        new Relation(oid, schema.isEmpty() ? "pg_catalog" : schema, name, List.copyOf(columns)));
    return new Other('R');
  }

  private Relation known(int oid) {
    Relation relation = relations.get(oid);
    if (relation == null) {
      throw new IllegalStateException("row of a relation that was never described: " + oid);
    }
    return relation;
  }

  /** A NULL is absent. A large value that did not change is not sent again: it is the old one. */
  private static Map<String, String> tuple(
      ByteBuffer in, Relation relation, Map<String, String> before) {
    Map<String, String> values = new LinkedHashMap<>();
    int count = in.getShort();
    for (int i = 0; i < count; i++) {
      String column = relation.columns().get(i);
      switch ((char) in.get()) {
        case 't' -> values.put(column, bytes(in, in.getInt()));
        case 'u' -> {
          if (before.containsKey(column)) {
            values.put(column, before.get(column));
          }
        }
        default -> {
          // 'n'
        }
      }
    }
    return values;
  }

  private static String bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String string(ByteBuffer in) {
    int end = in.position();
    while (in.get(end) != 0) {
      end++;
    }
    String text = bytes(in, end - in.position());
    in.get();
    return text;
  }
}
