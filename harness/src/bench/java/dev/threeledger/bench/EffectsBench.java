package dev.threeledger.bench;

import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.threeledger.bench.Figure.Better;
import dev.threeledger.external.Brake;
import dev.threeledger.external.EffectLedger;
import dev.threeledger.external.OutsideServer;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.Gate;
import dev.threeledger.wire.http.Exchanges;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Charges on one kept-alive connection, each with a key of its own: at the effect ledger, and at a
 * plain WireMock with the same answer, journal off.
 */
final class EffectsBench {
  private static final String GROUP = "effects";

  private EffectsBench() {}

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    int calls = options.pick(100_000, 10_000);
    List<Double> ledgerRates = new ArrayList<>();
    List<Double> plainRates = new ArrayList<>();
    List<Double> ledgerBytes = new ArrayList<>();
    List<Double> plainBytes = new ArrayList<>();
    List<Double> journalBytes = new ArrayList<>();
    WireMockServer plain = plain(false);
    try (OutsideServer outside =
        OutsideServer.start(OutsideSystems.load(Path.of("scenarios/external")))) {
      outside.use("1", ledger());
      send(outside.port(), calls / 10);
      send(plain.port(), calls / 10);
      for (int round = 0; round < options.pick(3, 2); round++) {
        long before = Heap.retained();
        EffectLedger ledger = ledger();
        outside.use("1", ledger);
        ledgerRates.add(send(outside.port(), calls));
        ledgerBytes.add((double) (Heap.retained() - before) / calls);
        if (ledger.rows().size() != calls) {
          throw new IllegalStateException(ledger.rows().size() + " effects of " + calls);
        }
        outside.use("1", ledger());
        before = Heap.retained();
        plainRates.add(send(plain.port(), calls));
        plainBytes.add(Math.max(1, (double) (Heap.retained() - before) / calls));
        journalBytes.add(journal(calls / 5));
      }
    } finally {
      plain.stop();
    }
    Figure plainRate =
        Figure.reference(
            GROUP, "plain WireMock, journal off: calls", "1/s", Better.HIGHER, plainRates);
    return List.of(
        plainRate,
        Figure.reference(GROUP, "effect ledger: calls", "1/s", Better.HIGHER, ledgerRates)
            .against(plainRate),
        Figure.reference(
            GROUP, "plain WireMock, journal off: kept", "bytes a call", Better.LOWER, plainBytes),
        Figure.reference(
                GROUP,
                "effect ledger and timeline: kept",
                "bytes a call",
                Better.LOWER,
                ledgerBytes)
            .against("plain WireMock, journal on", journalBytes));
  }

  /** What a WireMock that keeps a journal keeps of a call. */
  private static double journal(int calls) throws IOException {
    WireMockServer server = plain(true);
    try {
      long before = Heap.retained();
      send(server.port(), calls);
      return (double) (Heap.retained() - before) / calls;
    } finally {
      server.stop();
    }
  }

  private static EffectLedger ledger() {
    return new EffectLedger(Timeline.inMemory(), new Exchanges(), Gate.OPEN, Map.of(), Brake.NONE);
  }

  private static WireMockServer plain(boolean journal) {
    WireMockConfiguration configuration =
        wireMockConfig()
            .bindAddress("127.0.0.1")
            .dynamicPort()
            .http2PlainDisabled(true)
            .stubRequestLoggingDisabled(true)
            .gzipDisabled(true)
            .containerThreads(100)
            .jettyAcceptors(1);
    WireMockServer server =
        new WireMockServer(journal ? configuration : configuration.disableRequestJournal());
    server.stubFor(
        WireMock.post("/charges")
            .willReturn(
                WireMock.aResponse()
                    .withStatus(201)
                    .withHeader("Content-Type", "application/json")
                    .withBody(
                        "{\"id\":\"ch_1\",\"status\":\"captured\",\"reference\":\"1/2026-01-31\","
                            + "\"amount\":\"120.50\"}")));
    server.start();
    return server;
  }

  private static int sent;

  /** Calls a second. */
  private static double send(int port, int calls) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      long start = System.nanoTime();
      for (int i = 0; i < calls; i++) {
        String key = Integer.toString(sent++);
        String body = "{\"reference\":\"" + key + "/2026-01-31\",\"amount\":\"120.50\"}";
        String request =
            "POST /charges HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: statement/"
                + key
                + "\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        answer(in);
      }
      return calls * 1e9 / (System.nanoTime() - start);
    }
  }

  private static void answer(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 201")) {
      throw new IOException("answered " + status);
    }
    int length = -1;
    boolean chunked = false;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(java.util.Locale.ROOT);
      chunked |= lower.equals("transfer-encoding: chunked");
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).trim());
      }
    }
    if (chunked) {
      while ((length = Integer.parseInt(line(in), 16)) > 0) {
        in.readNBytes(length + 2);
      }
      line(in);
    } else {
      in.readNBytes(length);
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection ended");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
