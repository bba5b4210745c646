package dev.threeledger.run;

import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.subject.SubjectException;
import java.io.IOException;
import java.util.Optional;

/** The first of several failures; later ones are kept with it and hide nothing. Thread-safe. */
final class Failure {
  private Exception first;

  synchronized void add(Exception failure) {
    if (first == null) {
      first = failure;
    } else if (first != failure) {
      first.addSuppressed(failure);
    }
  }

  synchronized Optional<Exception> first() {
    return Optional.ofNullable(first);
  }

  /**
   * Throws what ends a batch. Other failures concern their cell alone: they stand on its timeline,
   * and its verdict is INCONCLUSIVE. Evidence that cannot be written always ends the batch.
   *
   * @param asked true when the lane was asked to end: then whatever failed did so because of that
   */
  void rethrow(boolean asked) throws SubjectException, InterruptedException, IOException {
    Exception failure = first().orElse(null);
    if (failure == null) {
      return;
    }
    if (failure instanceof IOException e) {
      throw e;
    }
    if (asked || failure instanceof InterruptedException) {
      throw interrupted(failure);
    }
    if (failure instanceof SubjectException e) {
      throw e;
    }
    if (failure instanceof EnvironmentException e) {
      throw e;
    }
    for (Throwable later : failure.getSuppressed()) {
      if (later instanceof IOException e) {
        throw e;
      }
    }
  }

  private static InterruptedException interrupted(Exception failure) {
    InterruptedException interrupted = new InterruptedException("the batch was ended");
    interrupted.initCause(failure);
    return interrupted;
  }
}
