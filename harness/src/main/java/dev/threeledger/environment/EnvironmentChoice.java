package dev.threeledger.environment;

import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.Subject;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Which environment a user wants.
 *
 * @param postgresImage image of the PostgreSQL server; means something with containers only
 * @param toxiproxyImage image of the Toxiproxy; likewise
 * @param toxiproxyUrl API of a Toxiproxy that runs already, or null; with embedded only
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
    EMBEDDED,
    /** Containers of a Docker engine. */
    CONTAINERS;

    /** As a user writes it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * From what a user wrote.
     *
     * @throws IllegalArgumentException with the nearest known word
     */
    public static Kind of(String word) {
      return Arrays.stream(values())
          .filter(kind -> kind.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      Nearest.unknown(
                          "environment", word, Arrays.stream(values()).map(Kind::word).toList())));
    }
  }

  /** The default: everything embedded. */
  public static EnvironmentChoice embedded() {
    return new EnvironmentChoice(Kind.EMBEDDED, POSTGRES_IMAGE, TOXIPROXY_IMAGE, null, null);
  }

  /** Containers from the usual public images. */
  public static EnvironmentChoice containers() {
    return new EnvironmentChoice(Kind.CONTAINERS, POSTGRES_IMAGE, TOXIPROXY_IMAGE, null, null);
  }

  /**
   * What system properties say, for tests: {@code threeledger.environment}, {@code
   * threeledger.postgres.image}, {@code threeledger.toxiproxy.image}; what they do not say is as
   * usual.
   *
   * @param property the value of a property, or null
   * @throws IllegalArgumentException naming the property whose value is unknown
   */
  public static EnvironmentChoice byProperties(UnaryOperator<String> property) {
    String kind = property.apply("threeledger.environment");
    try {
      return (kind == null || Kind.of(kind) == Kind.EMBEDDED ? embedded() : containers())
          .withImages(
              property.apply("threeledger.postgres.image"),
              property.apply("threeledger.toxiproxy.image"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("-Dthreeledger.environment: " + e.getMessage(), e);
    }
  }

  /** The one that {@link #options()} of a recorded run tell. */
  public static EnvironmentChoice ofOptions(List<String> options) {
    boolean containers =
        after(options, "--environment").filter(Kind.CONTAINERS.word()::equals).isPresent();
    EnvironmentChoice usual = containers ? containers() : embedded();
    return usual
        .withImages(
            after(options, "--postgres-image").orElse(null),
            after(options, "--toxiproxy-image").orElse(null))
        .withToxiproxy(null, containers ? after(options, "--advertise-host").orElse(null) : null);
  }

  private static Optional<String> after(List<String> options, String name) {
    int at = options.indexOf(name);
    return at < 0 || at + 1 == options.size() ? Optional.empty() : Optional.of(options.get(at + 1));
  }

  /**
   * Refuses a subject that cannot run in it.
   *
   * @throws UnfitException when its workers are containers and this starts none
   */
  public void demandFor(Subject subject) {
    if (subject.image() != null && kind != Kind.CONTAINERS) {
      throw new UnfitException(
          "%s: 'image: %s' makes each worker a container: run it with --environment containers, or give the subject a command instead"
              .formatted(subject.file(), subject.image()));
    }
  }

  /** The options of a command line that choose it; what is as usual is left out. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    if (kind == Kind.CONTAINERS) {
      options.addAll(List.of("--environment", kind.word()));
      add(options, "--postgres-image", postgresImage, POSTGRES_IMAGE);
      add(options, "--toxiproxy-image", toxiproxyImage, TOXIPROXY_IMAGE);
      add(options, "--advertise-host", advertiseHost, null);
    }
    return options;
  }

  private static void add(List<String> options, String name, String value, String usual) {
    if (value != null && !value.equals(usual)) {
      options.addAll(List.of(name, value));
    }
  }

  /** The same with other images; null: as it is. */
  public EnvironmentChoice withImages(String postgres, String toxiproxy) {
    return new EnvironmentChoice(
        kind,
        postgres == null ? postgresImage : postgres,
        toxiproxy == null ? toxiproxyImage : toxiproxy,
        toxiproxyUrl,
        advertiseHost);
  }

  /**
   * The same with a Toxiproxy that runs already.
   *
   * @param url of its API, or null: none
   */
  public EnvironmentChoice withToxiproxy(URI url, String advertise) {
    return new EnvironmentChoice(kind, postgresImage, toxiproxyImage, url, advertise);
  }
}
