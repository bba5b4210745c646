package dev.threeledger.wire.postgres;

import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A prepared statement: its SQL and the types of its parameters, as far as known. */
final class Prepared {
  /** A parameter is shown up to so many characters. */
  static final int SHOWN_LIMIT = 4_000;

  /** Null for an empty statement. */
  final Sql sql;

  private int[] types;

  Prepared(Sql sql, int[] types) {
    this.sql = sql;
    this.types = types;
  }

  /** The server says which types the parameters have. */
  void describe(int[] described) {
    this.types = described;
  }

  /** A portal: this statement with the parameters of a Bind message. */
  Portal bind(Bound bound) {
    return new Portal(this, bound);
  }

  private int type(int index) {
    return index < types.length ? types[index] : 0;
  }

  /** Values of a Bind message: format codes, and bytes or null. */
  record Bound(int[] formats, List<byte[]> values) {
    static final Bound NONE = new Bound(new int[0], List.of());

    /** Reads what follows the two names; of a message cut short, the values that are whole. */
    static Bound read(Message.Fields in) {
      List<byte[]> values = new ArrayList<>();
      int[] formats = new int[0];
      try {
        formats = new int[in.int16()];
        for (int i = 0; i < formats.length; i++) {
          formats[i] = in.int16();
        }
        int count = in.int16();
        for (int i = 0; i < count; i++) {
          int length = in.int32();
          values.add(length < 0 ? null : in.bytes(length));
        }
      } catch (BufferUnderflowException e) {
        return new Bound(formats, values);
      }
      return new Bound(formats, values);
    }

    boolean binary(int index) {
      int format = formats.length == 1 ? formats[0] : index < formats.length ? formats[index] : 0;
      return format == 1;
    }
  }

  /** A bound statement, ready to be executed. Further executions fetch more of its rows. */
  static final class Portal {
    final Prepared prepared;
    private final Bound bound;

    /** Null until it is executed for the first time. */
    SentStatement executed;

    private Portal(Prepared prepared, Bound bound) {
      this.prepared = prepared;
      this.bound = bound;
    }

    /** As text, in order; null for SQL NULL. */
    List<String> parameters() {
      List<String> shown = new ArrayList<>();
      for (int i = 0; i < bound.values().size(); i++) {
        byte[] value = bound.values().get(i);
        shown.add(value == null ? null : clip(text(i, value)));
      }
      return shown;
    }

    private String text(int index, byte[] value) {
      return bound.binary(index)
          ? BinaryValue.text(prepared.type(index), value)
          : new String(value, StandardCharsets.UTF_8);
    }
  }

  /** Long texts lose their end, visibly. */
  static String clip(String text) {
    return text.length() <= SHOWN_LIMIT
        ? text
        : text.substring(0, SHOWN_LIMIT) + "… (" + text.length() + " characters)";
  }
}
