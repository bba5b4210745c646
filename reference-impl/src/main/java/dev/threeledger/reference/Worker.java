package dev.threeledger.reference;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker, put together and running until it is closed. */
final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final Database database;
  private final Leases leases;
  private final Executor executor;
  private final Rounds rounds;
  private final HttpApi http;

  /** Starts it. The database need not be there yet. */
  Worker(Settings settings) throws IOException {
    database = new Database(settings);
    Runs runs = new Runs(database, settings);
    Jobs jobs = new Jobs(new StatementJob(database, runs, new Payments(settings), settings));
    leases = new Leases(database, runs, settings.lease());
    executor = new Executor(jobs, database, runs, leases, settings);
    rounds = new Rounds(jobs, database, runs, executor, settings);
    http = new HttpApi(settings.httpPort(), jobs, database, executor);
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
    executor.close();
    leases.close();
    database.close();
    LOG.info("stopped");
  }
}
