package dev.threeledger.cli;

import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.external.OutsideProblemsException;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.subject.SubjectException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
    if (failure instanceof ProblemsException problems) {
      err.println(problems.text());
      err.flush();
      return ExitCode.BAD_INPUT;
    }
    if (failure instanceof OutsideProblemsException problems) {
      err.println(problems.getMessage());
      err.flush();
      return ExitCode.BAD_INPUT;
    }
    int code = code(failure);
    if (code == ExitCode.BROKEN) {
      err.println(
          "threeledger broke, which is a defect of ours: "
              + failure
              + "; details: "
              + keep(failure));
    } else {
      err.println("threeledger: " + failure.getMessage());
    }
    err.flush();
    return code;
  }

  static int code(Exception failure) {
    if (failure instanceof SubjectException) {
      return ExitCode.SUBJECT_FAILED;
    }
    if (failure instanceof EnvironmentException || failure instanceof EvidenceException) {
      return ExitCode.ENVIRONMENT_FAILED;
    }
    if (failure instanceof ProblemsException || failure instanceof IOException) {
      return ExitCode.BAD_INPUT;
    }
    return failure instanceof InterruptedException ? ExitCode.INTERRUPTED : ExitCode.BROKEN;
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
