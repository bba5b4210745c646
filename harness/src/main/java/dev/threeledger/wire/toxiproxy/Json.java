package dev.threeledger.wire.toxiproxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.TreeMap;

/** Proxies and toxics as the API writes them. */
final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  /**
   * @throws ApiException 400 when it is not JSON, or empty
   */
  static JsonNode read(InputStream in) throws IOException {
    try {
      JsonNode read = MAPPER.readTree(in);
      if (read.isMissingNode()) {
        throw ApiException.badBody("EOF");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw ApiException.badBody(
          "not JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr());
    }
  }

  static ObjectNode proxy(Proxy proxy) {
    return object()
        .put("name", proxy.name())
        .put("listen", proxy.listen())
        .put("upstream", proxy.upstream())
        .put("enabled", proxy.isEnabled())
        .set("toxics", toxics(proxy));
  }

  static ObjectNode byName(List<Proxy> proxies) {
    ObjectNode all = object();
    proxies.forEach(proxy -> all.set(proxy.name(), proxy(proxy)));
    return all;
  }

  static ArrayNode list(List<Proxy> proxies) {
    ArrayNode all = MAPPER.createArrayNode();
    proxies.forEach(proxy -> all.add(proxy(proxy)));
    return all;
  }

  static ArrayNode toxics(Proxy proxy) {
    ArrayNode all = MAPPER.createArrayNode();
    proxy.toxics().forEach(placed -> all.add(toxic(placed)));
    return all;
  }

  static ObjectNode toxic(PlacedToxic placed) {
    ObjectNode attributes = object();
    new TreeMap<>(placed.toxic().attributes()).forEach(attributes::put);
    ObjectNode toxic = object();
    toxic.set("attributes", attributes);
    toxic
        .put("name", placed.name())
        .put("type", placed.type())
        .put("stream", placed.direction().text());
    boolean whole = placed.toxicity() == (int) placed.toxicity();
    return whole
        ? toxic.put("toxicity", (int) placed.toxicity())
        : toxic.put("toxicity", placed.toxicity());
  }

  static ObjectNode error(int status, String message) {
    return object().put("error", message).put("status", status);
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }
}
