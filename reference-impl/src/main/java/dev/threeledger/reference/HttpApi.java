package dev.threeledger.reference;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /health} and {@code POST /jobs/<job>}, on the loopback address. Answers as soon as the
 * claim is decided: 200 ended, 202 started, waiting or running elsewhere, 400 bad input, 503 the
 * database did not answer and asking again is safe.
 */
final class HttpApi implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);
  private static final int MOST_BYTES = 4_096;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4, Threads.named("http"));
  private final Database database;
  private final Executor executor;

  HttpApi(int port, Jobs jobs, Database database, Executor executor) throws IOException {
    this.database = database;
    this.executor = executor;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/health", exchange -> answer(exchange, "GET", "/health", this::health));
    for (Job job : jobs.all()) {
      String path = "/jobs/" + job.name();
      server.createContext(
          path, exchange -> answer(exchange, "POST", path, body -> trigger(job, body)));
    }
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private record Reply(int status, String body) {
    static Reply error(int status, String error) {
      return new Reply(status, Json.write("error", error));
    }
  }

  private interface Handler {
    Reply handle(String body) throws SQLException;
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
        reply = guarded(handler, new String(body, StandardCharsets.UTF_8));
      }
      byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(reply.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Reply guarded(Handler handler, String body) {
    try {
      return handler.handle(body);
    } catch (SQLException e) {
      LOG.warn("request: {}", Errors.masked(e));
      return Reply.error(503, "the database does not answer; ask again");
    } catch (RuntimeException e) {
      LOG.error("request: {}", e.toString());
      return Reply.error(500, "internal error");
    }
  }

  private Reply health(String body) throws SQLException {
    database.direct(c -> Database.rows(c, "SELECT 1", row -> row.getInt(1)));
    return new Reply(200, Json.write("state", "ready"));
  }

  private Reply trigger(Job job, String body) throws SQLException {
    Optional<JobKey> key = job.key(Json.read(body));
    if (key.isEmpty()) {
      return Reply.error(400, "send " + job.example());
    }
    Optional<String> state = executor.request(key.get());
    if (state.isEmpty()) {
      return Reply.error(400, "there is nothing to do for " + key.get());
    }
    return new Reply(status(state.get()), Json.write("state", state.get()));
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
