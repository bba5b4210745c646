package dev.threeledger.wire.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.net.ServerSocket;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTTP API: through the Java client, and raw where the client does not reach. */
class ApiContractTest extends ToxiproxyContract {
  private RawHttp http;
  private Line line;
  private String path;

  @BeforeEach
  void makeProxy() throws IOException {
    http = new RawHttp(uri);
    line = line();
    path = "/proxies/" + line.proxy.getName();
  }

  @Test
  void tellsItsVersion() throws Exception {
    assertThat(client.version()).isNotEmpty();
    assertThat(http.get("/version").json().get("version").isTextual()).isTrue();
  }

  @Test
  void listsAndFindsProxiesWithTheirRealPort() throws Exception {
    assertThat(portOf(line.proxy)).isPositive();
    assertThat(client.getProxies())
        .extracting(Proxy::getName, Proxy::getListen, Proxy::getUpstream, Proxy::isEnabled)
        .contains(
            Tuple.tuple(
                line.proxy.getName(), line.proxy.getListen(), line.upstreamAddress(), true));
    assertThat(client.getProxy(line.proxy.getName()).getUpstream())
        .isEqualTo(line.upstreamAddress());
  }

  @Test
  void deletedProxyRefusesAndIsGone() throws Exception {
    line.proxy.delete();
    assertThat(client.getProxyOrNull(line.proxy.getName())).isNull();
    assertThatThrownBy(line::open).isInstanceOf(IOException.class);
    assertThat(http.send("DELETE", path, "").status()).isEqualTo(404);
  }

  @Test
  void movesToANewUpstreamDroppingConnections() throws Exception {
    Call before = line.openAndUsed();
    try (ServerSocket other = server.upstream()) {
      line.proxy.setUpstream(server.addressOf(other));
      assertThat(before.client().ending()).isNotEqualTo(Peer.Ending.STILL_OPEN);
      assertThat(before.server().ending()).isNotEqualTo(Peer.Ending.STILL_OPEN);
      Call after = line.open(other);
      after.client().send(10);
      assertThat(after.server().receive(10)).isEqualTo(Peer.pattern(10));
    }
  }

  @Test
  void keepsConnectionsWhenTheNewAddressesAreTheOldOnes() throws Exception {
    Call call = line.openAndUsed();
    line.proxy.setUpstream(line.upstreamAddress());
    line.proxy.setListen(line.proxy.getListen());
    call.client().send(10);
    assertThat(call.server().receive(10)).isEqualTo(Peer.pattern(10));
  }

  @Test
  void resetEnablesProxiesAndRemovesToxics() throws Exception {
    skipIfOthersUseIt();
    line.proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 60_000);
    line.proxy.disable();
    assertThat(http.post("/reset", "").status()).isEqualTo(204);
    assertThat(client.getProxy(line.proxy.getName()).isEnabled()).isTrue();
    assertThat(line.proxy.toxics().getAll()).isEmpty();
    line.openAndUsed();
  }

  @Test
  void createsUpdatesAndRemovesAToxic() throws Exception {
    Latency latency = line.proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 10);
    latency.setJitter(3);
    latency.setLatency(20);
    latency.setToxicity(0.5f);
    Latency read = line.proxy.toxics().get("slow", Latency.class);
    assertThat(read.getLatency()).isEqualTo(20);
    assertThat(read.getJitter()).isEqualTo(3);
    assertThat(read.getToxicity()).isEqualTo(0.5f);
    assertThat(read.getStream()).isEqualTo(ToxicDirection.UPSTREAM);
    read.remove();
    assertThat(line.proxy.toxics().getAll()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "latency, 'latency,jitter'",
    "bandwidth, rate",
    "slow_close, delay",
    "timeout, timeout",
    "reset_peer, timeout",
    "slicer, 'average_size,size_variation,delay'",
    "limit_data, bytes"
  })
  void fillsInDefaults(String type, String attributes) throws Exception {
    RawHttp.Reply reply = http.post(path + "/toxics", "{\"type\": \"" + type + "\"}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("name").asText()).isEqualTo(type + "_downstream");
    assertThat(reply.json().get("stream").asText()).isEqualTo("downstream");
    assertThat(reply.json().get("toxicity").asDouble()).isEqualTo(1);
    assertThat(reply.json().get("attributes").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(attributes.split(","));
    assertThat(reply.json().get("attributes")).allMatch(value -> value.asLong() == 0);
  }

  @Test
  void updateChangesAttributesAndToxicityOnly() throws Exception {
    http.post(path + "/toxics", "{\"name\": \"t\", \"type\": \"latency\", \"toxicity\": 0.25}");
    String change =
        """
        {"name": "x", "type": "timeout", "stream": "upstream", "attributes": {"latency": 7}}""";
    RawHttp.Reply patched = http.send("PATCH", path + "/toxics/t", change);
    assertThat(patched.status()).isEqualTo(200);
    assertThat(http.get(path + "/toxics/t").json())
        .isEqualTo(patched.json())
        .isEqualTo(
            new RawHttp.Reply(
                    200,
                    """
                    {"attributes": {"latency": 7, "jitter": 0}, "name": "t", "type": "latency",
                     "stream": "downstream", "toxicity": 0.25}""")
                .json());
  }

  @Test
  void patchDisablesAndEnablesAProxy() throws Exception {
    assertThat(http.send("PATCH", path, "{\"enabled\": false}").json().get("enabled").asBoolean())
        .isFalse();
    RawHttp.Reply enabled = http.send("PATCH", path, "{\"enabled\": true}");
    assertThat(enabled.status()).isEqualTo(200);
    assertThat(enabled.json().get("listen").asText()).isEqualTo(line.proxy.getListen());
  }

  @Test
  void createsADisabledProxyThatDoesNotListenYet() throws Exception {
    String name = server.prefix() + "off";
    String body = "{\"name\": \"%s\", \"upstream\": \"127.0.0.1:1\", \"enabled\": false}";
    try {
      assertThat(http.post("/proxies", body.formatted(name)).status()).isEqualTo(201);
      assertThat(client.getProxy(name).isEnabled()).isFalse();
    } finally {
      http.send("DELETE", "/proxies/" + name, "");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST   | /proxies               | {"name": "P", "upstream": "h:1"}           | 409 | proxy already exists
          POST   | /proxies               | {"upstream": "h:1"}                        | 400 | missing required field: name
          POST   | /proxies               | {"name": "new"}                            | 400 | missing required field: upstream
          POST   | /proxies               | {"name": "new",                            | 400 | bad request body:
          POST   | /proxies               | {"name": 3, "upstream": "h:1"}             | 400 | bad request body:
          POST   | /proxies               | ''                                         | 400 | bad request body: EOF
          POST   | /proxies               | {"name": "new", "upstream": "h:1", "listen": "nonsense"} | 500 | listen
          GET    | /proxies/none          | ''                                         | 404 | proxy not found
          POST   | /proxies/none          | {}                                         | 404 | proxy not found
          POST   | /proxies/P             | {                                          | 400 | bad request body:
          GET    | /proxies/none/toxics   | ''                                         | 404 | proxy not found
          POST   | /proxies/none/toxics   | {"type": "latency"}                        | 404 | proxy not found
          POST   | /proxies/P/toxics      | {"type": "bogus"}                          | 400 | invalid toxic type
          POST   | /proxies/P/toxics      | {"name": "x"}                              | 400 | invalid toxic type
          POST   | /proxies/P/toxics      | {"type": "latency", "stream": "sideways"}  | 400 | stream was invalid, can be either upstream or downstream
          POST   | /proxies/P/toxics      | {"type": "latency", "attributes": {"latency": "x"}} | 400 | bad request body:
          POST   | /proxies/P/toxics      | {"type": "latency", "attributes": {"latency": 1.5}} | 400 | bad request body:
          GET    | /proxies/P/toxics/none | ''                                         | 404 | toxic not found
          POST   | /proxies/P/toxics/none | {}                                         | 404 | toxic not found
          DELETE | /proxies/P/toxics/none | ''                                         | 404 | toxic not found
          POST   | /populate              | [{"name": "new", "upstream": "h:1"}, {"upstream": "h:1"}] | 400 | missing required field: name at proxy 2
          POST   | /populate              | {                                          | 400 | bad request body:
          """)
  void refusesWithStatusAndReason(
      String method, String where, String body, int status, String error) throws Exception {
    String name = line.proxy.getName();
    String fresh = server.prefix() + "new";
    String sent = body.replace("\"P\"", '"' + name + '"').replace("\"new\"", '"' + fresh + '"');
    RawHttp.Reply reply = http.send(method, where.replace("/P", "/" + name), sent);
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.error()).startsWith(error);
    assertThat(reply.json().get("status").asInt()).isEqualTo(status);
    assertThat(client.getProxyOrNull(fresh)).isNull();
    assertThat(line.proxy.toxics().getAll()).isEmpty();
  }

  @Test
  void refusesASecondToxicOfTheSameNameAndAFaultyUpdate() throws Exception {
    String toxic = "{\"type\": \"latency\", \"attributes\": {\"latency\": 5}}";
    http.post(path + "/toxics", toxic);
    RawHttp.Reply second = http.post(path + "/toxics", toxic);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.error()).isEqualTo("toxic already exists");
    String faulty = "{\"attributes\": {\"jitter\": \"r\"}}";
    assertThat(http.post(path + "/toxics/latency_downstream", faulty).status()).isEqualTo(400);
    assertThat(line.proxy.toxics().get("latency_downstream", Latency.class).getLatency())
        .isEqualTo(5);
  }

  @Test
  void refusesAListenAddressInUse() throws Exception {
    String name = server.prefix() + "clash";
    String body =
        "{\"name\": \"%s\", \"upstream\": \"h:1\", \"listen\": \"%s\"}"
            .formatted(name, line.proxy.getListen());
    assertThat(http.post("/proxies", body).status()).isEqualTo(500);
    assertThat(client.getProxyOrNull(name)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /nonsense, 404",
    "GET, /proxies/, 404",
    "PUT, /proxies, 405",
    "DELETE, /proxies, 405",
    "GET, /reset, 405",
    "GET, /populate, 405",
    "POST, /version, 405"
  })
  void answersUnknownPathsAndMethods(String method, String where, int status) throws Exception {
    assertThat(http.send(method, where, "").status()).isEqualTo(status);
  }

  @Test
  void refusesBrowsers() throws Exception {
    assertThat(http.send("GET", "/proxies", "", "Mozilla/5.0 (X11)").status()).isEqualTo(403);
    assertThat(http.send("POST", path, "{}", "Mozilla/5.0 (X11)").status()).isEqualTo(403);
  }

  @Test
  void populateKeepsEqualProxiesWithTheirConnectionsAndReplacesOthers() throws Exception {
    Call call = line.openAndUsed();
    String same =
        "[{\"name\": \"%s\", \"listen\": \"%s\", \"upstream\": \"%s\", \"enabled\": true}]"
            .formatted(line.proxy.getName(), line.proxy.getListen(), line.upstreamAddress());
    RawHttp.Reply kept = http.post("/populate", same);
    assertThat(kept.status()).isEqualTo(201);
    assertThat(kept.json().get("proxies")).hasSize(1);
    call.client().send(10);
    assertThat(call.server().receive(10)).isEqualTo(Peer.pattern(10));

    assertThat(http.post("/populate", same.replace(line.upstreamAddress(), "h:1")).status())
        .isEqualTo(201);
    assertThat(call.client().ending()).isNotEqualTo(Peer.Ending.STILL_OPEN);
    assertThat(client.getProxy(line.proxy.getName()).getUpstream()).isEqualTo("h:1");
  }
}
