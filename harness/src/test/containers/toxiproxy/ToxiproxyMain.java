import dev.threeledger.wire.toxiproxy.ToxiproxyServer;
import java.util.concurrent.CountDownLatch;

/** The server of the Toxiproxy image, with the options of the original that the image needs. */
final class ToxiproxyMain {
  private ToxiproxyMain() {}

  public static void main(String[] args) throws Exception {
    String host = "localhost";
    int port = 8474;
    long seed = 0;
    for (String arg : args) {
      String[] option = arg.replaceFirst("^--?", "").split("=", 2);
      switch (option[0]) {
        case "host" -> host = option[1];
        case "port" -> port = Integer.parseInt(option[1]);
        case "seed" -> seed = Long.parseLong(option[1]);
        default -> throw new IllegalArgumentException(arg + ": known are -host=, -port=, -seed=");
      }
    }
    ToxiproxyServer server = ToxiproxyServer.start(host, port, seed);
    System.out.println("Starting Toxiproxy HTTP server on " + server.uri());
    new CountDownLatch(1).await(); // until SIGTERM; connections and proxies end with the process
  }
}
