package dev.threeledger.reference;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * Loads what a worker will need, without a database, while the JVM records it for the class archive
 * ({@code -XX:ArchiveClassesAtExit}); the build does this once. Start-up then takes little more
 * than half the processor time.
 */
final class Warm {
  private static final List<String> NEEDED =
      List.of(
          "dev/threeledger/",
          "org/postgresql/Driver",
          "org/postgresql/PG",
          "org/postgresql/core/",
          "org/postgresql/geometric/",
          "org/postgresql/gss/",
          "org/postgresql/jdbc/",
          "org/postgresql/jre7/",
          "org/postgresql/plugin/",
          "org/postgresql/ssl/",
          "org/postgresql/util/",
          "com/zaxxer/hikari/pool/",
          "com/zaxxer/hikari/util/",
          "com/fasterxml/jackson/core/",
          "org/flywaydb/core/",
          "org/flywaydb/database/postgresql/",
          "io/github/resilience4j/circuitbreaker/",
          "io/github/resilience4j/core/");

  private Warm() {}

  static void up() throws IOException {
    try (Worker worker = new Worker(settings(0, "http://127.0.0.1"))) {
      String self = "http://127.0.0.1:" + worker.port();
      call("GET", self + "/health", null);
      call("POST", self + "/jobs/statement", Json.write("tenant_id", "x"));
      Payments payments = new Payments(settings(0, self));
      payments.charge(new Payments.Charge("key", "1/2026-01-31", java.math.BigDecimal.ONE));
      payments.find("key");
    }
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
      loadFrom(new File(jar));
      for (File library : libraries(jar)) {
        loadFrom(library);
      }
    }
  }

  private static Settings settings(int port, String payments) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("DATABASE_URL", "jdbc:postgresql://127.0.0.1:" + closedPort() + "/none");
    environment.put("PAYMENTS_URL", payments);
    environment.put("INVENTORY_URL", payments);
    environment.put("SHIPPING_URL", payments);
    environment.put("HTTP_PORT", Integer.toString(port));
    environment.put("DB_TIMEOUT", "250ms");
    return Settings.read(environment, false);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void call(String method, String url, String body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setRequestMethod(method);
    if (body != null) {
      connection.setDoOutput(true);
      connection.getOutputStream().write(body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    connection.getResponseCode();
    connection.disconnect();
  }

  private static File[] libraries(String jar) {
    File[] files = new File(new File(jar).getParentFile(), "lib").listFiles();
    return files == null ? new File[0] : files;
  }

  private static void loadFrom(File jar) throws IOException {
    if (!jar.isFile()) {
      return;
    }
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && NEEDED.stream().anyMatch(name::startsWith))
          .forEach(Warm::load);
    }
  }

  private static void load(String entry) {
    try {
      String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
      Class.forName(name, false, Warm.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // a class for an optional library that is not there
    }
  }
}
