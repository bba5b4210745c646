package dev.threeledger.wire.toxiproxy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** One end of a connection. Waits at most {@link Line#DEADLINE_MILLIS} for what it reads. */
final class Peer {
  /** What reading found instead of data. */
  enum Ending {
    CLOSED,
    RESET,
    STILL_OPEN,
    DATA
  }

  final Socket socket;

  Peer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(Line.DEADLINE_MILLIS);
  }

  /** Bytes 0, 1, 2, … so that a lost or moved one is seen. */
  static byte[] pattern(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 31 + i / 256);
    }
    return bytes;
  }

  void send(int count) throws IOException {
    send(pattern(count));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Exactly so many bytes, or fewer when the stream ends before. */
  byte[] receive(int count) throws IOException {
    return socket.getInputStream().readNBytes(count);
  }

  /** What the next read brings. */
  byte[] receiveSome() throws IOException {
    byte[] buffer = new byte[65536];
    int count = socket.getInputStream().read(buffer);
    return Arrays.copyOf(buffer, Math.max(0, count));
  }

  /** Waits for the connection to end. */
  Ending ending() throws IOException {
    return endingWithin(Line.DEADLINE_MILLIS);
  }

  Ending endingWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return socket.getInputStream().read() < 0 ? Ending.CLOSED : Ending.DATA;
    } catch (SocketTimeoutException e) {
      return Ending.STILL_OPEN;
    } catch (SocketException e) {
      return Ending.RESET;
    } finally {
      socket.setSoTimeout(Line.DEADLINE_MILLIS);
    }
  }

  void close() throws IOException {
    socket.close();
  }

  /** Closes with RST. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
