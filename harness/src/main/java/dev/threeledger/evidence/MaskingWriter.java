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
    write(new String(chars, offset, length), 0, length);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new EvidenceException(file, "cannot write " + file + ": it is already closed", null);
      }
      StringBuilder masked = new StringBuilder();
      int from = offset;
      int end = offset + length;
      for (int at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', from)) {
        line.append(text, from, at);
        masked.append(maskedLine()).append('\n');
        from = at + 1;
      }
      line.append(text, from, end);
      pass(masked);
    }
  }

  private String maskedLine() {
    String text = mask.apply(line.toString());
    line.setLength(0);
    return text;
  }

  /** Passes lines on; what cannot be written is given up, so that later lines may be. */
  private void pass(CharSequence lines) throws EvidenceException {
    if (lines.length() == 0) {
      return;
    }
    try {
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
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
        pass(maskedLine());
      }
    }
  }
}
