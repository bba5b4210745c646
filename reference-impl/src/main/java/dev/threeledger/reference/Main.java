package dev.threeledger.reference;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Command line: {@code migrate} brings the schema up to date and exits; no argument runs a worker
 * until SIGTERM; {@code warm} is for the build ({@link Warm}). Exit code 2: a wrong argument or
 * setting; 1: it could not be done.
 */
public final class Main {
  private Main() {}

  /** Runs the command line. */
  public static void main(String[] args) {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else 40 ms per answer
    System.setProperty("sun.net.http.retryPost", "false"); // a charge is never repeated unasked
    String command = args.length == 0 ? "work" : args[0];
    try {
      run(command);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException | SQLException | RuntimeException e) {
      System.err.println(command + ": " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(String command) throws IOException, SQLException {
    switch (command) {
      case "migrate" -> Schema.migrate(Settings.read(System.getenv(), true));
      case "work" -> {
        Worker worker = new Worker(Settings.read(System.getenv(), false));
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "shutdown"));
      }
      case "warm" -> Warm.up();
      default ->
          throw new IllegalArgumentException(
              "unknown argument '" + command + "'; known: migrate, or none for a worker");
    }
  }
}
