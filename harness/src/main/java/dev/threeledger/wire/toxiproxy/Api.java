package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The routes of Toxiproxy's HTTP API. */
final class Api implements HttpHandler {
  private static final String VERSION = "2.12.0-threeledger";

  private final Proxies proxies;

  Api(Proxies proxies) {
    this.proxies = proxies;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answer(exchange);
    } catch (ApiException e) {
      answer = Answer.json(e.status(), Json.error(e.status(), e.getMessage()));
    }
    answer.send(exchange);
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    String agent = exchange.getRequestHeaders().getFirst("User-Agent");
    if (agent != null && agent.startsWith("Mozilla/")) {
      return Answer.FORBIDDEN; // a page in somebody's browser must not steer this
    }
    List<String> path = segments(exchange.getRequestURI().getRawPath());
    return switch (path.size()) {
      case 1 -> top(path.get(0), exchange);
      case 2 -> path.get(0).equals("proxies") ? proxy(path.get(1), exchange) : Answer.NO_SUCH_PAGE;
      case 3 -> isToxics(path) ? toxics(path.get(1), exchange) : Answer.NO_SUCH_PAGE;
      case 4 -> isToxics(path) ? toxic(path.get(1), path.get(3), exchange) : Answer.NO_SUCH_PAGE;
      default -> Answer.NO_SUCH_PAGE;
    };
  }

  private static boolean isToxics(List<String> path) {
    return path.get(0).equals("proxies") && path.get(2).equals("toxics");
  }

  /** The parts between slashes, decoded; an empty last one makes a path that leads nowhere. */
  private static List<String> segments(String rawPath) {
    return Arrays.stream(rawPath.substring(1).split("/", -1))
        .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
        .map(part -> part.isEmpty() ? "/" : part)
        .toList();
  }

  private Answer top(String name, HttpExchange exchange) throws IOException {
    String call = exchange.getRequestMethod() + " " + name;
    return switch (call) {
      case "GET proxies" -> Answer.json(200, Json.byName(proxies.all()));
      case "POST proxies" -> create(exchange);
      case "POST populate" -> populate(exchange);
      case "POST reset" -> reset();
      case "GET version" -> Answer.json(200, Json.object().put("version", VERSION));
      default ->
          List.of("proxies", "populate", "reset", "version").contains(name)
              ? Answer.WRONG_METHOD
              : Answer.NO_SUCH_PAGE;
    };
  }

  private Answer create(HttpExchange exchange) throws IOException {
    ProxyRequest asked = ProxyRequest.of(Json.read(exchange.getRequestBody()));
    if (asked.missing() != null) {
      throw ApiException.missing(asked.missing());
    }
    return Answer.json(201, Json.proxy(proxies.create(asked)));
  }

  private Answer populate(HttpExchange exchange) throws IOException {
    List<Proxy> done = new ArrayList<>();
    try {
      for (ProxyRequest asked : populateRequests(Json.read(exchange.getRequestBody()))) {
        done.add(proxies.createOrKeep(asked));
      }
    } catch (ApiException e) {
      ObjectNode error = Json.error(e.status(), e.getMessage());
      return Answer.json(e.status(), error.set("proxies", Json.list(done)));
    }
    return Answer.json(201, Json.object().set("proxies", Json.list(done)));
  }

  /** All of them, checked before the first is created. */
  private static List<ProxyRequest> populateRequests(JsonNode body) {
    if (!body.isArray()) {
      throw ApiException.badBody("a list of proxies is needed");
    }
    List<ProxyRequest> requests = new ArrayList<>();
    for (JsonNode one : body) {
      ProxyRequest asked = ProxyRequest.of(one);
      requests.add(asked);
      if (asked.missing() != null) {
        throw ApiException.missing(asked.missing() + " at proxy " + requests.size());
      }
    }
    return requests;
  }

  private Answer reset() {
    proxies.all().forEach(Proxy::reset);
    return Answer.DONE;
  }

  private Answer proxy(String name, HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "GET" -> {
        return Answer.json(200, Json.proxy(proxies.get(name)));
      }
      case "POST", "PATCH" -> {
        Proxy proxy = proxies.get(name);
        change(proxy, ProxyRequest.of(Json.read(exchange.getRequestBody())));
        return Answer.json(200, Json.proxy(proxy));
      }
      case "DELETE" -> {
        proxies.delete(name);
        return Answer.DONE;
      }
      default -> {
        return Answer.WRONG_METHOD;
      }
    }
  }

  private static void change(Proxy proxy, ProxyRequest asked) {
    proxy.move(asked.listen(), asked.upstream());
    if (asked.enabled() != null) {
      if (asked.enabled()) {
        proxy.enable();
      } else {
        proxy.disable();
      }
    }
  }

  private Answer toxics(String proxyName, HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "GET" -> {
        return Answer.json(200, Json.toxics(proxies.get(proxyName)));
      }
      case "POST" -> {
        Proxy proxy = proxies.get(proxyName);
        PlacedToxic placed = ToxicRequest.create(Json.read(exchange.getRequestBody()));
        proxy.add(placed);
        return Answer.json(200, Json.toxic(placed));
      }
      default -> {
        return Answer.WRONG_METHOD;
      }
    }
  }

  private Answer toxic(String proxyName, String name, HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "GET" -> {
        return Answer.json(200, Json.toxic(proxies.get(proxyName).toxic(name)));
      }
      case "POST", "PATCH" -> {
        Proxy proxy = proxies.get(proxyName);
        proxy.toxic(name);
        JsonNode body = Json.read(exchange.getRequestBody());
        return Answer.json(
            200, Json.toxic(proxy.update(name, old -> ToxicRequest.update(old, body))));
      }
      case "DELETE" -> {
        proxies.get(proxyName).remove(name);
        return Answer.DONE;
      }
      default -> {
        return Answer.WRONG_METHOD;
      }
    }
  }
}
