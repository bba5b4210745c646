package dev.threeledger.wire.http;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.wire.Moment;
import dev.threeledger.wire.Passage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the partner to the worker, through the gate. The only writer to the worker. */
final class AnswerSide implements Runnable, HttpParser.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerSide.class);
  private static final int LONGEST_HELD = 8 * 1024 * 1024;

  /** Nothing more is to be done with answers on this connection. */
  private static final class Over extends IOException {
    private static final long serialVersionUID = 1;

    Over() {
      super("no more answers");
    }
  }

  private final TapConnection connection;
  private final HttpParser parser = new HttpParser(false, this);
  private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
  private HttpHead head;
  private boolean interim;
  private boolean streaming;
  private boolean replaced;

  AnswerSide(TapConnection connection) {
    this.connection = connection;
  }

  @Override
  public void run() {
    try {
      copy();
    } catch (IOException e) {
      LOG.debug("answers of connection {}: {}", connection.number(), e.toString());
    }
    if (!connection.silent()) {
      connection.closeBoth(TapConnection.End.PARTNER);
    }
  }

  private void copy() throws IOException {
    byte[] bytes = new byte[16 * 1024];
    InputStream in = connection.partner().getInputStream();
    for (int read = read(in, bytes); read >= 0; read = read(in, bytes)) {
      if (connection.raw() && connection.next() == null && !parser.raw()) {
        parser.passOn();
      }
      parser.feed(bytes, read);
    }
    if (!parser.finish() && !connection.ended()) {
      send(answer.toByteArray());
    }
  }

  /** A reset is an end like any other. */
  private int read(InputStream in, byte[] bytes) {
    try {
      return in.read(bytes);
    } catch (IOException e) {
      LOG.debug("partner of connection {}: {}", connection.number(), e.toString());
      return -1;
    }
  }

  @Override
  public HttpParser.Body head(HttpHead head, byte[] raw) throws IOException {
    Exchange exchange = connection.next();
    if (exchange == null) {
      connection.passOn();
      send(raw);
      return HttpParser.Body.NOT_HTTP;
    }
    int status = head.status();
    interim = status < 200 && status != 101;
    if (interim) {
      send(raw);
      return HttpParser.Body.NONE;
    }
    this.head = head;
    answer.writeBytes(raw);
    if (status == 101 || (exchange.method().equals("CONNECT") && status < 300)) {
      connection.passOn();
      deliver(exchange);
      return HttpParser.Body.NOT_HTTP;
    }
    boolean bodyless = exchange.method().equals("HEAD") || status == 204 || status == 304;
    return bodyless ? HttpParser.Body.NONE : HttpParser.Body.AS_FRAMED;
  }

  @Override
  public void body(byte[] bytes, int from, int length) throws IOException {
    answer.write(bytes, from, length);
    if (streaming || answer.size() > LONGEST_HELD) {
      stream(connection.next());
    }
  }

  @Override
  public void end() throws IOException {
    if (interim) {
      interim = false;
      return;
    }
    Exchange exchange = connection.next();
    if (streaming) {
      stream(exchange);
      leave(exchange, head.status());
      streaming = false;
      replaced = false;
    } else {
      deliver(exchange);
    }
  }

  @Override
  public void raw(byte[] bytes, int from, int length) throws IOException {
    connection.passOn();
    Exchange exchange = connection.next();
    if (exchange != null) {
      leave(exchange, 0);
    }
    answer.write(bytes, from, length);
    send(answer.toByteArray());
    answer.reset();
  }

  /** An answer too long to be held whole: the gate is asked once, then the rest streams. */
  private void stream(Exchange exchange) throws IOException {
    if (!streaming) {
      streaming = true;
      Passage passage = ask(exchange);
      if (passage instanceof Passage.Answer instead) {
        replaced = true;
        send(ReplacedAnswer.bytes(instead, isHead(exchange), head.closes()));
      }
    }
    if (!replaced) {
      send(answer.toByteArray());
    }
    answer.reset();
  }

  private void deliver(Exchange exchange) throws IOException {
    Passage passage = ask(exchange);
    byte[] bytes = answer.toByteArray();
    int status = head.status();
    if (passage instanceof Passage.Answer instead) {
      bytes = ReplacedAnswer.bytes(instead, isHead(exchange), head.closes());
      status = instead.status();
    }
    answer.reset();
    long sent = leave(exchange, status);
    try {
      send(bytes);
    } catch (IOException e) {
      connection.callerGone(exchange);
      throw e;
    }
    if (passage instanceof Passage.Linger) {
      connection.fallSilent();
      throw new Over();
    }
    sent(exchange, sent, status);
  }

  private static boolean isHead(Exchange exchange) {
    return exchange.method().equals("HEAD");
  }

  /** Asks the gate; what is not to be sent never returns from here. */
  private Passage ask(Exchange exchange) throws IOException {
    Passage passage = exchange.ordered();
    if (passage == null) {
      try {
        passage = at(exchange, Side.BEFORE, exchange.event(), head.status());
      } catch (Over e) {
        connection.drop(exchange);
        throw e;
      }
    }
    if (passage instanceof Passage.Withhold) {
      connection.fallSilent();
      connection.drop(exchange);
      throw new Over();
    }
    if (passage instanceof Passage.Discard || connection.ended()) {
      connection.drop(exchange);
      throw new Over();
    }
    return passage;
  }

  private long leave(Exchange exchange, int status) throws IOException {
    long seq = connection.leave(exchange, status);
    if (seq < 0) {
      connection.drop(exchange);
      throw new Over();
    }
    return seq;
  }

  private void sent(Exchange exchange, long seq, int status) throws IOException {
    if (at(exchange, Side.AFTER, seq, status) instanceof Passage.Discard) {
      throw new Over();
    }
  }

  private Passage at(Exchange exchange, Side side, long event, int status) throws Over {
    TapConnection.Ends ends = connection.ends();
    try {
      return ends.gate()
          .at(
              new Moment.Answer(
                  ends.worker(),
                  ends.system(),
                  side,
                  event,
                  connection.number(),
                  exchange.request(),
                  exchange.operation(),
                  exchange.key(),
                  status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Over();
    }
  }

  private void send(byte[] bytes) throws IOException {
    connection.worker().getOutputStream().write(bytes);
  }
}
