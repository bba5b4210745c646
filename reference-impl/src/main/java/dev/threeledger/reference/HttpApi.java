package dev.threeledger.reference;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * {@code GET /health}, {@code POST /jobs/<job>}, {@code GET /manual} and {@code POST
 * /manual/<job>/replay}, on the loopback address.
 *
 * <p>A trigger is answered as soon as its claim is decided: 200 ended, 202 started, waiting or
 * running elsewhere, 400 there is nothing to do, 409 known with another input, 422 bad input, 503
 * the database did not answer, or the worker is going down, and asking again is safe. The header
 * {@code traceparent} is taken up.
 */
final class HttpApi implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);
  private static final int MOST_BYTES = 4_096;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4, Threads.named("http"));
  private final Database database;
  private final Executor executor;
  private final ManualApi manual;
  private final boolean logsInput;

  HttpApi(Settings settings, Jobs jobs, Database database, Executor executor, ManualQueue queue)
      throws IOException {
    int port = settings.httpPort();
    this.database = database;
    this.executor = executor;
    this.manual = new ManualApi(queue);
    this.logsInput = settings.defect() == Defect.LOGS_CARD;
    server = HttpServer.create(new InetSocketAddress(settings.httpHost(), port), 0);
    on("GET", "/health", (body, trace) -> health());
    on("GET", "/manual", (body, trace) -> manual.list());
    for (Job job : jobs.all()) {
      on("POST", "/jobs/" + job.name(), (body, trace) -> trigger(job, body, trace));
      on("POST", "/manual/" + job.name() + "/replay", (body, trace) -> manual.replay(job, body));
    }
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private interface Handler {
    Reply handle(String body, Traceparent trace) throws SQLException;
  }

  private void on(String method, String path, Handler handler) {
    server.createContext(path, exchange -> answer(exchange, method, path, handler));
  }

  private void answer(HttpExchange exchange, String method, String path, Handler handler)
      throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES);
      Reply reply;
      if (!exchange.getRequestURI().getPath().equals(path)) {
        reply = Reply.error(404, "not found");
      } else if (!exchange.getRequestMethod().equals(method)) {
        reply = Reply.error(405, "use " + method);
      } else {
        Traceparent trace = Traceparent.of(exchange.getRequestHeaders().getFirst("traceparent"));
        reply = guarded(handler, new String(body, StandardCharsets.UTF_8), trace);
      }
      byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(reply.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Reply guarded(Handler handler, String body, Traceparent trace) {
    MDC.put(Tracing.LOGGED, trace.traceId());
    try {
      return handler.handle(body, trace);
    } catch (SQLException e) {
      LOG.warn("request: {}", Errors.masked(e));
      return Reply.error(503, "the database does not answer; ask again");
    } catch (RuntimeException e) {
      LOG.error("request: {}", e.toString());
      return Reply.error(500, "internal error");
    } finally {
      MDC.remove(Tracing.LOGGED);
    }
  }

  private Reply health() throws SQLException {
    database.direct(c -> Database.rows(c, "SELECT 1", row -> row.getInt(1)));
    return new Reply(200, Json.write("state", "ready"));
  }

  private Reply trigger(Job job, String body, Traceparent trace) throws SQLException {
    Map<String, String> members = Json.flat(body);
    Input.maskSecrets(members);
    if (logsInput) {
      LOG.info("{}: triggered with {}", job.name(), body);
    }
    List<String> problems = Input.problems(members, job.keyParts());
    Optional<JobKey> key = problems.isEmpty() ? job.key(members) : Optional.empty();
    if (problems.isEmpty() && key.isEmpty()) {
      problems.add("send " + job.example());
    }
    if (!problems.isEmpty()) {
      return Reply.problems(problems);
    }
    if (!executor.accepts()) {
      return Reply.error(503, "going down; ask another worker");
    }
    Input input = Input.of(members, job.keyParts());
    Optional<Executor.Told> told = executor.request(key.get(), input, trace, body);
    if (told.isEmpty()) {
      return Reply.error(400, "there is nothing to do for " + key.get());
    }
    String state = told.get().state();
    return told.get().otherInput()
        ? new Reply(409, Json.write("error", "other-input", "state", state))
        : new Reply(status(state), Json.write("state", state));
  }

  private static int status(String state) {
    return switch (state) {
      case "SUCCEEDED", "COMPENSATED", "MANUAL_REVIEW" -> 200;
      default -> 202;
    };
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
