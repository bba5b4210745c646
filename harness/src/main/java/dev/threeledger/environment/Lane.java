package dev.threeledger.environment;

import dev.threeledger.external.OutsideServer;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A place where cells run one after the other: a PostgreSQL server and outside servers of its own.
 * Lanes run side by side: creating a replication slot waits for every open write transaction of a
 * server, and a held commit is one.
 *
 * <p>Used by one thread. Owner: the batch.
 */
public final class Lane implements AutoCloseable {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final int number;
  private final DatabaseServer server;
  private final Databases databases;
  private final Environment environment;
  private final OutsideSystems systems;
  private final List<OutsideServer> outside = new ArrayList<>();
  private final Map<String, String> templates = new HashMap<>();
  private Map<String, String> settings;
  private int settingsAtPort;

  private Lane(int number, DatabaseServer server, Environment environment, OutsideSystems systems) {
    this.number = number;
    this.server = server;
    this.databases = new Databases(server);
    this.environment = environment;
    this.systems = systems;
  }

  /**
   * Starts the lane's server.
   *
   * @throws EnvironmentException when it cannot be had
   * @throws IOException when the thread is interrupted
   */
  public static Lane open(int number, Environment environment, OutsideSystems systems)
      throws IOException {
    return new Lane(number, environment.startDatabase(), environment, systems);
  }

  /** Fills an empty template database. */
  public interface Filler {
    /** Fills the database that these placeholder values describe. */
    void fill(Map<String, String> databaseValues) throws Exception;
  }

  /**
   * The template database for a subject, filled once per fingerprint.
   *
   * @param fingerprint of everything that the filling depends on
   */
  public String template(Subject subject, String fingerprint, Filler filler) throws Exception {
    String known = templates.get(fingerprint);
    if (known != null) {
      return known;
    }
    String name = "template_" + (templates.size() + 1);
    databases.createTemplate(name);
    filler.fill(databaseValues(name, server.port()));
    databases.sealTemplate(name, subject.history());
    templates.put(fingerprint, name);
    return name;
  }

  /** A fresh database from a template; dropped with {@link #drop}. */
  public String freshDatabase(String template) {
    String name = "cell_" + number + "_" + DATABASES.incrementAndGet();
    databases.fresh(template, name);
    return name;
  }

  /** Drops a database that is no longer needed. */
  public void drop(String database) {
    databases.drop(database);
  }

  /**
   * The outside server of a worker, by its place from 0; started when first asked for, used again
   * by later cells.
   */
  OutsideServer outside(int place) {
    while (outside.size() <= place) {
      outside.add(OutsideServer.start(systems));
    }
    return outside.get(place);
  }

  /** What fills the {@code database.*} placeholders for a path to a database. */
  Map<String, String> databaseValues(String name, int port) {
    return databaseValues(name, server.host(), port);
  }

  Map<String, String> databaseValues(String name, String host, int port) {
    Map<String, String> values = new HashMap<>();
    values.put("database.jdbc", "jdbc:postgresql://" + host + ":" + port + "/" + name);
    values.put(
        "database.url",
        "postgresql://%s:%s@%s:%d/%s"
            .formatted(server.user(), server.password(), host, port, name));
    values.put("database.host", host);
    values.put("database.port", Integer.toString(port));
    values.put("database.name", name);
    values.put("database.user", server.user());
    values.put("database.password", server.password());
    return values;
  }

  /**
   * A place for a worker of the subject, or for its {@code prepare}; the caller closes it.
   *
   * @throws EnvironmentException as {@link Environment#place}
   */
  public WorkerPlace place(Subject subject) throws IOException {
    return environment.place(subject);
  }

  /** The subject's image, see {@link Environment#image}. */
  public Optional<String> image(Subject subject) {
    return environment.image(subject);
  }

  /** The lane's number, from 1. */
  public int number() {
    return number;
  }

  /** The lane's PostgreSQL. */
  public DatabaseServer server() {
    return server;
  }

  /** The server's settings; asked once for each port at which it listens. */
  public Map<String, String> settings() {
    int port = server.port();
    if (settings == null || port != settingsAtPort) {
      settings = server.settings();
      settingsAtPort = port;
    }
    return settings;
  }

  /** The server's version, such as {@code 18.6}. */
  public String version() {
    return settings().get("server_version");
  }

  /** Names, templates and addresses of its databases. */
  public Databases databases() {
    return databases;
  }

  ProxyNetwork network() {
    return environment.network();
  }

  OutsideSystems systems() {
    return systems;
  }

  /** Stops everything. Idempotent. */
  @Override
  public void close() {
    outside.forEach(OutsideServer::close);
    outside.clear();
    server.close();
  }
}
