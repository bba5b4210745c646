package dev.threeledger.reference;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker, put together and running until it is closed. */
final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final Settings settings;
  private final Database database;
  private final Leases leases;
  private final Executor executor;
  private final Rounds rounds;
  private final HttpApi http;

  /** Starts it. The database need not be there yet. */
  Worker(Settings settings) throws IOException {
    this.settings = settings;
    database = new Database(settings);
    Runs runs = new Runs(database, settings);
    Claims claims = new Claims(database, runs, settings);
    Partner payments = new Partner("payments", settings.paymentsUrl(), settings);
    Jobs jobs =
        new Jobs(
            new StatementJob(database, runs, new Payments(payments), settings),
            new OrderJob(database, runs, settings, payments));
    leases = new Leases(database, runs, settings.lease());
    executor = new Executor(jobs, database, runs, claims, leases, settings);
    rounds = new Rounds(claims, executor, settings);
    ManualQueue manual = new ManualQueue(database, settings.tick(), settings.defect());
    http = new HttpApi(settings, jobs, database, executor, manual);
    LOG.info("listens on port {}: {}", http.port(), settings);
  }

  int port() {
    return http.port();
  }

  /** No new work; what is in hand ends under its heartbeat. */
  @Override
  public void close() {
    http.close();
    rounds.close();
    if (settings.defect() == Defect.HEARTBEAT_STOPS_FIRST) {
      leases.close();
    }
    executor.close();
    leases.close();
    database.close();
    LOG.info("stopped");
  }
}
