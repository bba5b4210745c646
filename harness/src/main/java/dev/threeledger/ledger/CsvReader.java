package dev.threeledger.ledger;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** Reads {@link Csv} record by record; holds one record. Not safe for threads. */
final class CsvReader implements Closeable {
  private static final int END = -1;
  private final Reader in;
  private final char[] buffer = new char[16 * 1024];
  private int at;
  private int limit;

  /** Characters of the present record, without quotes and commas. */
  private char[] record = new char[256];

  private int recordLength;

  /** Where in {@link #record} each field ends; below 0: the field is missing. */
  private int[] ends = new int[16];

  private int fields;

  /** Closes the reader when it is closed itself. */
  CsvReader(Reader in) {
    this.in = in;
  }

  /** Goes to the next record; false at the end. */
  boolean next() throws IOException {
    fields = 0;
    recordLength = 0;
    if (peek() == END) {
      return false;
    }
    while (true) {
      if (peek() == '"') {
        at++;
        quoted();
      } else {
        plain();
      }
      int after = take();
      if (after == '\r' && peek() == '\n') {
        at++;
      }
      if (after != ',') {
        return true;
      }
    }
  }

  /** How many fields the present record has. */
  int fields() {
    return fields;
  }

  /** A field of the present record; null: missing. */
  String field(int index) {
    int end = ends[index];
    if (end < 0) {
      return null;
    }
    int start = index == 0 ? 0 : end(index - 1);
    return new String(record, start, end - start);
  }

  private int end(int index) {
    return ends[index] < 0 ? ~ends[index] : ends[index];
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void plain() throws IOException {
    int start = recordLength;
    while (peek() != END) {
      int from = at;
      while (at < limit && !endsPlain(buffer[at])) {
        at++;
      }
      keep(from, at);
      if (at < limit) {
        break;
      }
    }
    ended(recordLength == start);
  }

  private static boolean endsPlain(char c) {
    return c == ',' || c == '\n' || c == '\r';
  }

  private void quoted() throws IOException {
    while (peek() != END) {
      int from = at;
      while (at < limit && buffer[at] != '"') {
        at++;
      }
      keep(from, at);
      if (at < limit) {
        at++; // the quote
        if (peek() != '"') {
          break;
        }
        keep(at, at + 1);
        at++;
      }
    }
    ended(false);
  }

  private void ended(boolean missing) {
    if (fields == ends.length) {
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    ends[fields++] = missing ? ~recordLength : recordLength;
  }

  private void keep(int from, int to) {
    int length = to - from;
    if (recordLength + length > record.length) {
      record = Arrays.copyOf(record, Math.max(2 * record.length, recordLength + length));
    }
    System.arraycopy(buffer, from, record, recordLength, length);
    recordLength += length;
  }

  /** The next character, which stays; {@link #END} at the end. */
  private int peek() throws IOException {
    if (at == limit) {
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
      at = 0;
    }
    return at == limit ? END : buffer[at];
  }

  private int take() throws IOException {
    int next = peek();
    if (next != END) {
      at++;
    }
    return next;
  }
}
