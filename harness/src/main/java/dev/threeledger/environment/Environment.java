package dev.threeledger.environment;

import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Where the servers of a batch run: a PostgreSQL server for each lane, and one Toxiproxy for all.
 *
 * <p>Owner: the batch. Safe for use by several threads.
 */
public interface Environment extends AutoCloseable {

  /**
   * Starts a server for a lane, and returns when it accepts connections. The lane closes it.
   *
   * @throws EnvironmentException when it cannot be had; the message is for the user
   * @throws IOException when the thread is interrupted
   */
  DatabaseServer startDatabase() throws IOException;

  /**
   * A place for one worker of a subject.
   *
   * @throws EnvironmentException when the subject is an image and cannot run here, or the image
   *     cannot be had; the message is for the user
   * @throws IOException when no port is free
   */
  WorkerPlace place(Subject subject) throws IOException;

  /**
   * By what its workers' image is known.
   *
   * @return the image's name and digest; empty when its workers are processes
   * @throws EnvironmentException as {@link #place}
   */
  Optional<String> image(Subject subject);

  /** The proxy between workers and taps; closed with this. */
  ProxyNetwork network();

  /**
   * What it is, for {@code environment.json}: {@code kind}, and where there are any the images with
   * their digests and the engine's version.
   */
  Map<String, String> record();

  /** Ends what is shared by the lanes. Idempotent. */
  @Override
  void close();
}
