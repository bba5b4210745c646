package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Event;
import dev.threeledger.wire.postgres.StepRunner.Onward;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the worker: two sockets and one thread per direction. The thread that reads the
 * worker also connects to the server, once the worker has said what it wants.
 */
final class TapConnection {
  private static final Logger log = LoggerFactory.getLogger(TapConnection.class);
  private static final int BUFFER = 64 * 1024;

  /** How often it is looked whether a gate is being asked. */
  private static final long LOOK_NANOS = 2_000_000;

  private final Tapped tapped;
  private final Socket worker;
  private final Thread workerThread;
  private final Thread serverThread;
  private Socket server;
  private Conversation conversation;
  private StepRunner runner;
  private boolean closed;
  private final AtomicInteger running = new AtomicInteger(1);
  private volatile boolean silent;

  TapConnection(Tapped tapped, Socket worker, String name) {
    this.tapped = tapped;
    this.worker = worker;
    this.workerThread = new Thread(() -> guarded(this::serveWorker), name + "-worker");
    this.serverThread = new Thread(() -> guarded(this::serveServer), name + "-server");
    workerThread.setDaemon(true);
    serverThread.setDaemon(true);
  }

  void start() {
    workerThread.start();
  }

  /** The local port towards the server, or 0. */
  synchronized int serverPort() {
    return server == null || closed ? 0 : server.getLocalPort();
  }

  /** Closes both sides at once. Only the first call counts. Safe on the connection's threads. */
  void close(String by) {
    Conversation ending;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      notifyAll();
      closeQuietly(server);
      closeQuietly(worker);
      ending = conversation;
    }
    if (ending != null) {
      ending.end(ending.terminated() ? "worker" : by);
    }
  }

  /**
   * The server has ended: waits until its last words have gone on and this connection has ended of
   * itself; closes it, as ended by the server, at the deadline, and at once while a gate holds a
   * message of it, since nobody reads the server's end then.
   */
  void serverEnded(long deadlineNanos) throws InterruptedException {
    synchronized (this) {
      long left = deadlineNanos - System.nanoTime();
      while (!closed && left > 0 && (runner == null || !runner.atGate())) {
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
        left = deadlineNanos - System.nanoTime();
      }
    }
    close("server");
  }

  /** The server has ended: closes it as ended by the server, if a gate holds a message of it. */
  void heldEnded() {
    boolean held;
    synchronized (this) {
      held = runner != null && runner.atGate();
    }
    if (held) {
      close("server");
    }
  }

  /** Interrupts a gate that holds this connection. */
  void interrupt() {
    workerThread.interrupt();
    serverThread.interrupt();
  }

  /** Waits until both threads are gone, unless called on one of them. */
  void join(long millis) throws InterruptedException {
    for (Thread thread : List.of(workerThread, serverThread)) {
      if (thread != Thread.currentThread()) {
        thread.join(millis);
      }
    }
  }

  // ── From the worker ────────────────────────────────────────────────────────────────────────

  private void serveWorker() throws IOException, InterruptedException {
    worker.setTcpNoDelay(true);
    Startup startup = Startup.read(worker.getInputStream(), worker.getOutputStream());
    if (startup == null) {
      close("worker");
    } else if (startup.kind() == Startup.Kind.CANCEL) {
      cancel(startup);
    } else if (startup.kind() == Startup.Kind.PROBE) {
      probe();
    } else {
      open(startup);
      followWorker();
    }
  }

  private void cancel(Startup request) throws IOException {
    connect();
    tapped.timeline().append(new Event.CancelPassed(tapped.worker()));
    server.getOutputStream().write(request.bytes());
    server.getInputStream().transferTo(worker.getOutputStream()); // until the server closes
    close("server");
  }

  private void probe() throws IOException {
    connect();
    server.getOutputStream().write(Startup.request(Startup.SSL_REQUEST));
    int answer = server.getInputStream().read();
    if (answer >= 0) {
      worker.getOutputStream().write(answer);
    }
    close("harness");
  }

  private void open(Startup startup) throws IOException {
    connect();
    long number = ConnectionNumbers.next(tapped.timeline());
    synchronized (this) {
      if (closed) {
        throw new IOException("closed while connecting");
      }
      int port = server.getLocalPort();
      String address = server.getInetAddress().getHostAddress() + ":" + server.getPort();
      tapped.timeline().append(new Event.ConnectionOpened(tapped.worker(), number, port, address));
      conversation =
          new Conversation(
              tapped.worker(),
              number,
              event -> tapped.timeline().append(event).seq(),
              tapped::countNotUnderstood);
      runner = new StepRunner(conversation, tapped.gate(), tapped.observer(), port);
    }
    if (startup.kind() == Startup.Kind.UNKNOWN) {
      conversation.passEverything("a connection that does not begin with a startup packet");
    }
    server.getOutputStream().write(startup.bytes());
    running.incrementAndGet();
    serverThread.start();
  }

  private void connect() throws IOException {
    Socket socket = new Socket();
    synchronized (this) {
      server = socket;
      if (closed) {
        closeQuietly(socket);
      }
    }
    socket.setTcpNoDelay(true);
    socket.connect(tapped.server());
  }

  private void followWorker() throws IOException, InterruptedException {
    InputStream in = worker.getInputStream();
    OutputStream out = server.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      if (!silent && !forward(buffer, length, out)) {
        return;
      }
    }
    close("worker");
  }

  /** False when there is no more to follow. */
  private boolean forward(byte[] bytes, int length, OutputStream toServer)
      throws InterruptedException {
    try {
      return goOn(runner.run(conversation::fromWorker, bytes, length, toServer));
    } catch (IOException e) {
      log.debug("{}: {}", Thread.currentThread().getName(), e.toString());
      return false; // the server is gone; the other direction hears its last words and closes
    }
  }

  // ── From the server ────────────────────────────────────────────────────────────────────────

  private void serveServer() throws IOException, InterruptedException {
    InputStream in = server.getInputStream();
    byte[] buffer = new byte[BUFFER];
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      int read = length;
      if (!silent && !answer(out -> runner.run(conversation::fromServer, buffer, read, out))) {
        return;
      }
    }
    if (!silent && answer(out -> runner.run(conversation.serverEnded(), out))) {
      close("server");
    }
  }

  /** False when there is no more to follow. */
  private boolean answer(Answering answering) throws InterruptedException {
    try {
      return goOn(answering.run(worker.getOutputStream()));
    } catch (IOException e) {
      log.debug("{}: {}", Thread.currentThread().getName(), e.toString());
      close("worker");
      return false;
    }
  }

  // ── Both ───────────────────────────────────────────────────────────────────────────────────

  private boolean goOn(Onward onward) {
    switch (onward) {
      case SILENT -> silent = true;
      case CLOSE -> close("harness");
      case FOLLOW -> {}
    }
    return onward != Onward.CLOSE;
  }

  /** What is written to the worker. */
  private interface Answering {
    Onward run(OutputStream toWorker) throws IOException, InterruptedException;
  }

  /** What one of the threads does. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private void guarded(Work work) {
    boolean fromServer = Thread.currentThread() == serverThread;
    try {
      work.run();
    } catch (IOException e) {
      if (!silent || !fromServer) {
        close(fromServer ? "server" : "worker");
      }
    } catch (InterruptedException e) {
      close("harness");
    } catch (RuntimeException e) {
      log.debug("{}", Thread.currentThread().getName(), e);
      tapped.timeline().append(new Event.HarnessProblem("PostgreSQL tap", e.toString()));
      close("harness");
    } finally {
      if (running.decrementAndGet() == 0) {
        tapped.finished(this);
      }
    }
  }

  private static void closeQuietly(Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        log.debug("closing {}: {}", socket, e.toString());
      }
    }
  }
}
