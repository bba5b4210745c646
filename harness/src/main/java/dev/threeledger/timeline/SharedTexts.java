package dev.threeledger.timeline;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import java.io.IOException;

/**
 * Reads texts, and gives the same object for a text that was read not long ago: workers,
 * statements, operations and states stand in thousands of events, but need only be in memory once.
 * What is remembered is bounded. Safe for threads: at worst a text is there twice.
 */
final class SharedTexts extends StdScalarDeserializer<String> {
  private static final long serialVersionUID = 1L;

  /** A power of two. */
  private static final int SLOTS = 8 * 1024;

  private static final int LONGEST = 1_000;

  private final transient String[] recent = new String[SLOTS];

  SharedTexts() {
    super(String.class);
  }

  @Override
  public String deserialize(JsonParser in, DeserializationContext context) throws IOException {
    String text = StringDeserializer.instance.deserialize(in, context);
    if (text == null || text.length() > LONGEST) {
      return text;
    }
    int hash = text.hashCode();
    int slot = (hash ^ hash >>> 16) & SLOTS - 1;
    String known = recent[slot];
    if (text.equals(known)) {
      return known;
    }
    recent[slot] = text;
    return text;
  }
}
