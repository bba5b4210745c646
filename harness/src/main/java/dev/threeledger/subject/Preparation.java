package dev.threeledger.subject;

import dev.threeledger.process.Child;
import dev.threeledger.process.Launcher;
import dev.threeledger.scenario.Placeholders;
import dev.threeledger.scenario.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a subject's {@code prepare:} command, which builds its schema in the template database. */
public final class Preparation {
  private static final Duration WITHIN = Duration.ofMinutes(2);

  private Preparation() {}

  /**
   * Runs it to its end; does nothing when the subject has none.
   *
   * @throws SubjectException when it cannot be started, exits with another code than 0 or takes
   *     over two minutes
   */
  public static void run(Subject subject, Map<String, String> values, Path log, Launcher launcher)
      throws SubjectException, InterruptedException {
    if (subject.prepare().isEmpty()) {
      return;
    }
    List<String> command =
        subject.prepare().stream().map(word -> Placeholders.fill(word, values)).toList();
    Map<String, String> environment = new LinkedHashMap<>();
    subject
        .environment()
        .forEach((variable, text) -> environment.put(variable, Placeholders.fill(text, values)));
    String what = "prepare of " + subject.name() + " (" + String.join(" ", command) + ")";
    try (Child process = launcher.start("prepare", command, environment, log)) {
      Child.Exit exit = process.exit().get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      if (exit.signal() != null || exit.code() != 0) {
        String how =
            exit.signal() != null
                ? "was killed by " + exit.signal()
                : "exited with code " + exit.code();
        throw new SubjectException(what + " " + how + "; " + LogTail.of(log));
      }
    } catch (IOException | ExecutionException e) {
      throw new SubjectException(what + " could not be started: " + e.getMessage());
    } catch (TimeoutException e) {
      throw new SubjectException(what + " did not end within 2m; " + LogTail.of(log));
    }
  }
}
