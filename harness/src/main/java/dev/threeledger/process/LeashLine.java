package dev.threeledger.process;

import dev.threeledger.process.Child.Exit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The two pipes to a running {@link Leash}: requests, one at a time, and what it tells, read by a
 * daemon thread until its output ends.
 */
final class LeashLine {
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);

  private final Process leash;
  private final Writer requests;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final CompletableFuture<Long> started = new CompletableFuture<>();
  private final CompletableFuture<Exit> exit = new CompletableFuture<>();
  private final CountDownLatch allRead = new CountDownLatch(1);

  private LeashLine(Process leash) {
    this.leash = leash;
    this.requests = new OutputStreamWriter(leash.getOutputStream(), StandardCharsets.US_ASCII);
  }

  /** Starts the leash. */
  static LeashLine open(ProcessBuilder builder, String program) throws IOException {
    LeashLine line = new LeashLine(builder.start());
    Thread reader = new Thread(line::read, "leash of " + program);
    reader.setDaemon(true);
    reader.start();
    return line;
  }

  /** Waits until the child's process group exists; gives its id. */
  long awaitStart(String program) throws IOException {
    try {
      return started.get(ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abandon();
      throw new IOException("interrupted while starting '" + program + "'", e);
    } catch (ExecutionException | TimeoutException e) {
      abandon();
      throw new IOException(
          "cannot start '" + program + "': sh and setsid (util-linux) are needed for it", e);
    }
  }

  /** The end of its input makes the leash kill what it has started. */
  private void abandon() throws IOException {
    requests.close();
    leash.destroy();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(leash.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        accept(line);
      }
    } catch (IOException closedMeanwhile) {
      // The same as the end of the output.
    }
    started.completeExceptionally(new IOException("the leash ended"));
    exit.complete(new Exit(null, "lost"));
    answers.add("");
    allRead.countDown();
  }

  private void accept(String line) {
    if (line.startsWith(Leash.STARTED)) {
      started.complete(Long.parseLong(line.substring(Leash.STARTED.length())));
    } else if (line.startsWith(Leash.EXITED)) {
      int status = Integer.parseInt(line.substring(Leash.EXITED.length()));
      started.completeExceptionally(new IOException("setsid exited with " + status));
      exit.complete(Exit.ofStatus(status));
    } else if (line.startsWith(Leash.SENT)) {
      answers.add(line);
    }
  }

  /** Completed by the reading thread. */
  CompletableFuture<Exit> exit() {
    return exit;
  }

  /**
   * Has a signal sent to the group; returns when the kernel has accepted it.
   *
   * @throws UncheckedIOException when the leash is gone
   */
  void signal(String name) {
    try {
      requests.write(name + "\n");
      requests.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the leash is gone; signal " + name + " was not sent", e);
    }
    String answer =
        Uninterruptibly.get(() -> answers.poll(ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS));
    if (answer == null || answer.isEmpty()) {
      throw new UncheckedIOException(new IOException("no answer to signal " + name));
    }
  }

  /**
   * Ends the leash and waits for its end.
   *
   * @param groupGone the group's id may be given to others: the leash must not kill it again
   */
  void close(boolean groupGone, Duration within) {
    try (requests) {
      if (groupGone) {
        requests.write(Leash.LEAVE + "\n");
      }
    } catch (IOException goneAlready) {
      // It has ended by itself.
    }
    Uninterruptibly.get(() -> leash.waitFor(within.toSeconds(), TimeUnit.SECONDS));
    // Destroying it closes the pipe, and its last words, how the child ended, may still lie in
    // there.
    Uninterruptibly.get(() -> allRead.await(within.toSeconds(), TimeUnit.SECONDS));
    leash.destroyForcibly();
  }
}
