package dev.threeledger.environment;

import java.net.URI;
import java.util.Locale;

/**
 * Which environment a user wants.
 *
 * @param postgresImage image of the PostgreSQL server; means something with containers only
 * @param toxiproxyImage image of the Toxiproxy; likewise
 * @param toxiproxyUrl API of a Toxiproxy that runs already, or null
 * @param advertiseHost the name under which the Toxiproxy reaches this machine's taps, or null
 */
public record EnvironmentChoice(
    Kind kind,
    String postgresImage,
    String toxiproxyImage,
    URI toxiproxyUrl,
    String advertiseHost) {
  /** What is embedded, as the usual public image. */
  public static final String POSTGRES_IMAGE = "postgres:18-alpine";

  /** The Toxiproxy whose behaviour the embedded one has. */
  public static final String TOXIPROXY_IMAGE = "ghcr.io/shopify/toxiproxy:2.12.0";

  /** What the servers run in. */
  public enum Kind {
    /** Processes and threads of our own, from what is on the class path. */
    EMBEDDED;

    /** As a user writes it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The default: everything embedded. */
  public static EnvironmentChoice embedded() {
    return new EnvironmentChoice(Kind.EMBEDDED, POSTGRES_IMAGE, TOXIPROXY_IMAGE, null, null);
  }

  /** The same with a Toxiproxy that runs already. */
  public EnvironmentChoice withToxiproxy(URI url, String advertise) {
    return new EnvironmentChoice(kind, postgresImage, toxiproxyImage, url, advertise);
  }
}
