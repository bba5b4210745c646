package dev.threeledger.external;

import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.Notifier;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;

/**
 * All outside systems as one worker sees them: a WireMock server on 127.0.0.1, whose effects go to
 * the ledger of the run. The first one of a JVM takes more than a second to start, later ones about
 * 20 ms; {@link #use} makes it serve the next run.
 */
public final class OutsideServer implements AutoCloseable {
  /** Name of the listener, and of the block in a mapping. */
  static final String LISTENER = "effect-ledger";

  /** A held request keeps its thread; this many can be held at once. */
  private static final int THREADS = 100;

  private final WireMockServer server;
  private final LedgerExtension extension;

  private OutsideServer(WireMockServer server, LedgerExtension extension) {
    this.server = server;
    this.extension = extension;
  }

  /**
   * Starts a server with all systems; it answers 503 until {@link #use} is called. The first
   * requests are as fast as later ones: the server has answered one to itself.
   */
  public static OutsideServer start(OutsideSystems systems) {
    LedgerExtension extension = new LedgerExtension(systems);
    WireMockServer server =
        new WireMockServer(
            wireMockConfig()
                .bindAddress("127.0.0.1")
                .dynamicPort()
                .http2PlainDisabled(true) // the tap follows HTTP/1.1
                .disableRequestJournal()
                .stubRequestLoggingDisabled(true)
                .gzipDisabled(true)
                .containerThreads(THREADS)
                .jettyAcceptors(1)
                .jettyStopTimeout(200L)
                .notifier(SILENT)
                .extensions(extension, extension.answers(), extension.templates()));
    systems.mappings().forEach(mapping -> server.addStubMapping(StubMapping.buildFrom(mapping)));
    server.addStubMapping(StubMapping.buildFrom(WarmUp.MAPPING));
    server.start();
    try {
      WarmUp.of(extension, server.port());
    } catch (RuntimeException e) {
      server.stop();
      throw e;
    }
    return new OutsideServer(server, extension);
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** From now on requests are the worker's, in the run of this ledger. */
  public void use(String worker, EffectLedger ledger) {
    extension.use(worker, ledger);
  }

  /** Stops the server and its threads; one that a gate holds is interrupted. Idempotent. */
  @Override
  public void close() {
    server.stop();
  }

  private static final Notifier SILENT =
      new Notifier() {
        @Override
        public void info(String message) {}

        @Override
        public void error(String message) {}

        @Override
        public void error(String message, Throwable t) {}
      };
}
