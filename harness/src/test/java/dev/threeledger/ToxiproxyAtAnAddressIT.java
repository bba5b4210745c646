package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.EnvironmentChoice;
import dev.threeledger.matrix.CellFilter;
import dev.threeledger.run.BatchRequest;
import dev.threeledger.run.BatchResult;
import dev.threeledger.run.BatchRun;
import dev.threeledger.run.Progress;
import dev.threeledger.verdict.Verdict;
import dev.threeledger.wire.toxiproxy.TestedToxiproxy;
import dev.threeledger.wire.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The cells with network faults through a Toxiproxy that runs elsewhere ({@code --toxiproxy}); by
 * default one of our own at its address, with {@code -Dtoxiproxy.url=http://host:8474} the one
 * there.
 */
class ToxiproxyAtAnAddressIT {

  @Test
  void networkFaultsLandThroughItAndNoProxyIsLeftBehind() throws Exception {
    try (ToxiproxyServer own = ToxiproxyServer.start("127.0.0.1", 0)) {
      TestedToxiproxy used = TestedToxiproxy.given().orElse(TestedToxiproxy.own(own.uri()));
      ToxiproxyClient client = used.client();
      List<String> before = names(client);
      BatchResult result = new BatchRun(request(used).plan(), Progress.SILENT).run();
      assertThat(result.stoppedBy()).isEmpty();
      assertThat(result.outcomes())
          .extracting(outcome -> outcome.cell().id())
          .containsExactlyInAnyOrder(
              "commit-ack-lost/connection-reset",
              "partner-unreachable/failure",
              "partner-unreachable/answers-late");
      assertThat(result.outcomes())
          .allSatisfy(
              outcome ->
                  assertThat(outcome.verdict().verdict())
                      .as(outcome.folder().toString())
                      .isEqualTo(Verdict.PASS));
      assertThat(names(client)).isEqualTo(before);
    }
  }

  private static List<String> names(ToxiproxyClient client) throws IOException {
    return client.getProxies().stream().map(Proxy::getName).sorted().toList();
  }

  private static BatchRequest request(TestedToxiproxy toxiproxy) {
    BatchRequest all = BatchRequest.in(Path.of(""));
    return new BatchRequest(
        all.scenarios(),
        all.subject(),
        all.outside(),
        Path.of("harness/target/reports-toxiproxy"),
        new CellFilter(
            List.of(),
            List.of(),
            List.of(
                "partner-unreachable/failure",
                "*/answers-late",
                "commit-ack-lost/connection-reset")),
        List.of(),
        false,
        1,
        1,
        all.lanes(),
        EnvironmentChoice.embedded().withToxiproxy(toxiproxy.uri(), toxiproxy.advertise()),
        true);
  }
}
