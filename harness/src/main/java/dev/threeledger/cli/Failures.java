package dev.threeledger.cli;

import dev.threeledger.container.EngineException;
import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.UnfitException;
import dev.threeledger.external.OutsideProblemsException;
import dev.threeledger.replay.RefusedException;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.subject.SubjectException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** One message and one exit code per kind of failure. */
final class Failures {
  private Failures() {}

  /** Prints what happened; returns the exit code of its kind. */
  static int report(Exception failure, CommandLine line, ParseResult parsed) {
    return report(failure, line.getErr());
  }

  static int report(Exception failure, PrintWriter err) {
    int code = code(failure);
    if (failure instanceof ProblemsException
        || failure instanceof OutsideProblemsException
        || failure instanceof dev.threeledger.experiment.RefusedException) {
      err.println(failure.getMessage());
    } else if (code == ExitCode.BROKEN) {
      err.println(
          "threeledger broke, which is a defect of ours: "
              + failure
              + "; details: "
              + keep(failure));
    } else {
      err.println("threeledger: " + text(failure));
    }
    for (Throwable later : failure.getSuppressed()) {
      // a full disk, say, is told once and not for every file
      if (!later.getClass().equals(failure.getClass())) {
        err.println("then also: " + text(later));
      }
    }
    err.flush();
    return code;
  }

  static int code(Exception failure) {
    if (failure instanceof SubjectException) {
      return ExitCode.SUBJECT_FAILED;
    }
    if (failure instanceof ProblemsException
        || failure instanceof OutsideProblemsException
        || failure instanceof RefusedException
        || failure instanceof dev.threeledger.experiment.RefusedException
        || failure instanceof UnfitException) {
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof EnvironmentException
        || failure instanceof EngineException
        || failure instanceof IOException
        || failure instanceof UncheckedIOException) {
      return ExitCode.ENVIRONMENT_FAILED;
    }
    return failure instanceof InterruptedException ? ExitCode.INTERRUPTED : ExitCode.BROKEN;
  }

  /** The message; where the JDK gives but a path or nothing, the kind of failure with it. */
  private static String text(Throwable failure) {
    boolean bare =
        failure.getMessage() == null
            || failure instanceof FileSystemException known && known.getReason() == null;
    return bare ? failure.toString() : failure.getMessage();
  }

  /** Puts the stack trace into a file, since a terminal is for people. */
  private static String keep(Exception failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    try {
      Path file = Files.createTempFile("threeledger-defect-", ".txt");
      Files.writeString(file, trace.toString());
      return file.toString();
    } catch (IOException e) {
      return trace.toString();
    }
  }
}
