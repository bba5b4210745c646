package dev.threeledger.evidence;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Writes whole lines, masked, and passes each on at once. A line that has not ended yet is kept
 * back until it ends or the writer is closed, so that a secret is never split by a flush.
 */
final class MaskingWriter extends Writer {
  private final Path file;
  private final OutputStream out;
  private final UnaryOperator<String> mask;
  private final StringBuilder line = new StringBuilder();
  private boolean closed;

  MaskingWriter(Path file, OutputStream out, UnaryOperator<String> mask) {
    this.file = file;
    this.out = out;
    this.mask = mask;
  }

  @Override
  public void write(char[] chars, int offset, int length) throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new EvidenceException(file, "cannot write " + file + ": it is already closed", null);
      }
      int from = offset;
      for (int i = offset; i < offset + length; i++) {
        if (chars[i] == '\n') {
          line.append(chars, from, i - from);
          pass("\n");
          from = i + 1;
        }
      }
      line.append(chars, from, offset + length - from);
    }
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new EvidenceException(file, "cannot write " + file + ": it is already closed", null);
      }
      int from = offset;
      int end = offset + length;
      for (int at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', from)) {
        line.append(text, from, at);
        pass("\n");
        from = at + 1;
      }
      line.append(text, from, end);
    }
  }

  /** Passes the line on; a line that cannot be written is given up, so that later ones may be. */
  private void pass(String end) throws EvidenceException {
    String text = mask.apply(line.toString()) + end;
    line.setLength(0);
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw EvidenceException.writing(file, e);
    }
  }

  @Override
  public void flush() {
    // every whole line has been passed on already
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      try (out) {
        if (line.length() > 0) {
          pass("");
        }
      }
    }
  }
}
