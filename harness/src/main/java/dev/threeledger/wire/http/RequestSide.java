package dev.threeledger.wire.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From the worker to the partner. Always reading, also while an answer is held, so that a worker
 * that hangs up is noticed at once.
 */
final class RequestSide implements Runnable, HttpParser.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(RequestSide.class);

  private static final byte[] PROBE =
      ("GET " + HttpTap.PROBE_PATH + " ").getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PROBE_ANSWER =
      "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final TapConnection connection;
  private final HttpParser parser = new HttpParser(true, this);
  private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
  private boolean partnerDeaf;

  RequestSide(TapConnection connection) {
    this.connection = connection;
  }

  @Override
  public void run() {
    try {
      copy();
    } catch (IOException e) {
      LOG.debug("requests of connection {}: {}", connection.number(), e.toString());
    }
    if (connection.raw() && connection.next() == null && !connection.ended()) {
      try {
        connection.endOfRawRequests();
        return;
      } catch (IOException e) {
        LOG.debug("end of requests of connection {}: {}", connection.number(), e.toString());
      }
    }
    connection.workerClosed();
  }

  private void copy() throws IOException {
    byte[] bytes = new byte[16 * 1024];
    InputStream in = connection.worker().getInputStream();
    boolean first = true;
    for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
      if (first && isProbe(bytes, read)) {
        connection.worker().getOutputStream().write(PROBE_ANSWER);
        connection.closeUnnoted();
        return;
      }
      first = false;
      if (connection.silent() || partnerDeaf) {
        continue;
      }
      if (connection.raw() && !parser.raw()) {
        parser.passOn();
      }
      parser.feed(bytes, read);
      send();
    }
  }

  private static boolean isProbe(byte[] bytes, int read) {
    return read >= PROBE.length && Arrays.equals(bytes, 0, PROBE.length, PROBE, 0, PROBE.length);
  }

  /** A partner that no longer reads may still answer: the answers' side sees to its end. */
  private void send() {
    try {
      gathered.writeTo(connection.partner().getOutputStream());
    } catch (IOException e) {
      partnerDeaf = true;
      LOG.debug("partner of connection {}: {}", connection.number(), e.toString());
    }
    gathered.reset();
  }

  @Override
  public HttpParser.Body head(HttpHead head, byte[] raw) {
    Exchange exchange = connection.open(head.method());
    String field =
        Exchanges.HEADER + ": " + connection.ends().exchanges().header(exchange) + "\r\n";
    gathered.write(raw, 0, head.fieldsStart());
    gathered.writeBytes(field.getBytes(StandardCharsets.ISO_8859_1));
    gathered.write(raw, head.fieldsStart(), raw.length - head.fieldsStart());
    return HttpParser.Body.AS_FRAMED;
  }

  @Override
  public void body(byte[] bytes, int from, int length) {
    gathered.write(bytes, from, length);
  }

  @Override
  public void end() {
    // nothing to do: the exchange waits for its answer
  }

  @Override
  public void raw(byte[] bytes, int from, int length) {
    connection.passOn();
    gathered.write(bytes, from, length);
  }
}
