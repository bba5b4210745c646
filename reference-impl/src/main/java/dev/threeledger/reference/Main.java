package dev.threeledger.reference;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Command line: {@code migrate} brings the schema up to date and exits; no argument runs a worker
 * until SIGTERM, which ends what is in hand and exits 0; {@code manual} lists what waits for a
 * human and replays it ({@link ManualCommand}); {@code warm} is for the build ({@link Warm}). Exit
 * code 2: a wrong argument or setting; 1: it could not be done.
 */
public final class Main {
  private static final long LONGEST_STOP_MILLIS = 4_800;

  private Main() {}

  /** Runs the command line. */
  public static void main(String[] args) {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else 40 ms per answer
    System.setProperty("sun.net.http.retryPost", "false"); // a charge is never repeated unasked
    String command = args.length == 0 ? "work" : args[0];
    try {
      run(command, Arrays.asList(args).subList(Math.min(1, args.length), args.length));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException | SQLException | RuntimeException e) {
      System.err.println(command + ": " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(String command, List<String> words) throws IOException, SQLException {
    if (!words.isEmpty() && !command.equals("manual")) {
      throw new IllegalArgumentException("'" + words.get(0) + "' is unknown after " + command);
    }
    switch (command) {
      case "manual" -> System.exit(manual(ManualCommand.read(words)));
      case "migrate" -> Schema.migrate(Settings.read(System.getenv(), true));
      case "work" -> {
        Worker worker = new Worker(Settings.read(System.getenv(), false));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(worker), "shutdown"));
      }
      case "warm" -> Warm.up();
      default ->
          throw new IllegalArgumentException(
              "unknown argument '" + command + "'; known: migrate, manual, or none for a worker");
    }
  }

  private static int manual(ManualCommand command) throws SQLException {
    Settings settings = Settings.read(System.getenv(), true);
    try (Database database = new Database(settings)) {
      ManualQueue queue = new ManualQueue(database, settings.tick(), settings.defect());
      return command.run(queue, System.out);
    }
  }

  /**
   * An orderly end is no failure: without the halt the JVM would exit with 143. What holds the
   * close up is left to its lease.
   */
  private static void stop(Worker worker) {
    Thread closing = new Thread(worker::close, "closing");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(LONGEST_STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }
}
