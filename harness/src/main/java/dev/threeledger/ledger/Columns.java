package dev.threeledger.ledger;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A row's columns in order, unmodifiable; a missing value is absent. Rows of one source share their
 * names: a row costs an array of its values, not a hash table.
 */
final class Columns extends AbstractMap<String, String> {
  private static final String[] NONE = {};
  private final String[] names;
  private final String[] values;

  /**
   * @param names different from each other; shared, not to be changed
   * @param values as many as names, null: absent; not to be changed
   */
  Columns(String[] names, String[] values) {
    this.names = names;
    this.values = values;
  }

  /** The map itself, where it is one of these. */
  static Columns copyOf(Map<String, String> columns) {
    return columns instanceof Columns own
        ? own
        : new Columns(columns.keySet().toArray(NONE), columns.values().toArray(NONE));
  }

  /** Not to be changed. */
  String[] names() {
    return names;
  }

  /** By name; not to be changed. */
  String[] texts() {
    return values;
  }

  /** How long the values are together. */
  long characters() {
    long characters = 0;
    for (String value : values) {
      characters += value == null ? 0 : value.length();
    }
    return characters;
  }

  @Override
  public String get(Object name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return values[i];
      }
    }
    return null;
  }

  @Override
  public boolean containsKey(Object name) {
    return get(name) != null;
  }

  @Override
  public int size() {
    return (int) Arrays.stream(values).filter(value -> value != null).count();
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<String, String>> iterator() {
        return new Present();
      }

      @Override
      public int size() {
        return Columns.this.size();
      }
    };
  }

  /** The columns that have a value. */
  private final class Present implements Iterator<Entry<String, String>> {
    private int at = next(0);

    private int next(int from) {
      int next = from;
      while (next < values.length && values[next] == null) {
        next++;
      }
      return next;
    }

    @Override
    public boolean hasNext() {
      return at < values.length;
    }

    @Override
    public Entry<String, String> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Entry<String, String> entry = Map.entry(names[at], values[at]);
      at = next(at + 1);
      return entry;
    }
  }
}
