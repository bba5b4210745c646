package dev.threeledger.environment;

import dev.threeledger.process.Launcher;
import dev.threeledger.scenario.Subject;
import java.io.IOException;

/**
 * A worker that is processes of this machine.
 *
 * @param port of the loopback
 */
public record ProcessPlace(int port, Launcher launcher) implements WorkerPlace {
  /**
   * A place on a port that is free now.
   *
   * @throws IOException when none is
   */
  public static ProcessPlace of(Subject subject) throws IOException {
    return new ProcessPlace(FreePorts.next(), Launcher.processes(subject.directory()));
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }
}
