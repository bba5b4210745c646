package dev.threeledger.wire.postgres;

/**
 * Cuts one direction of a connection into messages, whatever pieces its bytes arrive in.
 *
 * <p>A message that the handler reads is given whole, up to {@link #READ_LIMIT} bytes; what exceeds
 * that, and every message that is not read, is given in parts. All bytes are given exactly once, in
 * order. Once a length word makes no sense, everything from there on is given in parts.
 */
final class Framer {
  /** Of one message, at most so many bytes are kept to be read. */
  static final int READ_LIMIT = 1 << 20;

  /** PostgreSQL itself allows no message of 1 GiB. */
  private static final int LENGTH_LIMIT = 1 << 30;

  /** Takes what the framer finds. */
  interface Handler {
    /** Whether messages of this type are to be given whole. */
    boolean reads(char type);

    /** A message, or its beginning; then parts follow. */
    void message(Message message);

    /** A message that is not read begins; parts follow, the first with its type. */
    void skipped(char type, int total);

    /** Bytes of a message that was announced. */
    void part(byte[] bytes, int offset, int length);

    /** The stream makes no sense; only parts follow. */
    void lost(String why);

    /** What was given so far must be dealt with before anything else is read. */
    boolean mustPause();
  }

  private final Handler handler;
  private final byte[] header = new byte[Message.HEADER];
  private int headerLength;
  private int total;
  private byte[] kept;
  private int keptLength;
  private int partsLeft;
  private boolean lost;

  Framer(Handler handler) {
    this.handler = handler;
  }

  /**
   * Takes the next bytes, as many as the handler lets it.
   *
   * @return how many were taken; all, unless the handler must pause
   */
  int accept(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end && !handler.mustPause()) {
      at += step(bytes, at, end);
    }
    return at - offset;
  }

  private int step(byte[] bytes, int at, int end) {
    if (lost) {
      handler.part(bytes, at, end - at);
      return end - at;
    }
    if (partsLeft > 0) {
      return part(bytes, at, end);
    }
    if (kept != null) {
      return keep(bytes, at, end);
    }
    header[headerLength++] = bytes[at];
    if (headerLength == Message.HEADER) {
      headerLength = 0;
      begin();
    }
    return 1;
  }

  private void begin() {
    int length =
        (header[1] & 0xff) << 24
            | (header[2] & 0xff) << 16
            | (header[3] & 0xff) << 8
            | (header[4] & 0xff);
    if (length < 4 || length >= LENGTH_LIMIT) {
      lost = true;
      handler.lost("a message of length " + length);
      handler.part(header, 0, Message.HEADER);
      return;
    }
    char type = (char) (header[0] & 0xff);
    total = length + 1;
    if (handler.reads(type)) {
      kept = new byte[Math.min(total, READ_LIMIT)];
      System.arraycopy(header, 0, kept, 0, Message.HEADER);
      keptLength = Message.HEADER;
      giveIfComplete();
    } else {
      handler.skipped(type, total);
      handler.part(header, 0, Message.HEADER);
      partsLeft = total - Message.HEADER;
    }
  }

  private int part(byte[] bytes, int at, int end) {
    int taken = Math.min(partsLeft, end - at);
    partsLeft -= taken;
    handler.part(bytes, at, taken);
    return taken;
  }

  private int keep(byte[] bytes, int at, int end) {
    int taken = Math.min(kept.length - keptLength, end - at);
    System.arraycopy(bytes, at, kept, keptLength, taken);
    keptLength += taken;
    giveIfComplete();
    return taken;
  }

  private void giveIfComplete() {
    if (keptLength == kept.length) {
      Message message = new Message((char) (kept[0] & 0xff), kept, total);
      partsLeft = total - kept.length;
      kept = null;
      handler.message(message);
    }
  }
}
