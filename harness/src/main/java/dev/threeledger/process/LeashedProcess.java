package dev.threeledger.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A child process, leader of a process group of its own, that ends when this JVM ends, however that
 * comes about.
 *
 * <p>Its input is empty, its output and errors are appended to a log file. Safe for use by several
 * threads.
 */
public final class LeashedProcess implements AutoCloseable {
  private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "JAVA_HOME");
  private static final Duration LEASH_ANSWERS_WITHIN = Duration.ofSeconds(20);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(10);
  private static final long POLL_NANOS = 1_000_000;

  private final Process leash;
  private final Writer requests;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final CompletableFuture<Long> started = new CompletableFuture<>();
  private final CompletableFuture<Exit> exit = new CompletableFuture<>();
  private long pid;
  private boolean closed;

  private LeashedProcess(Process leash) {
    this.leash = leash;
    this.requests = leash.outputWriter(StandardCharsets.US_ASCII);
  }

  /**
   * How a process ended. Exactly one component is set.
   *
   * @param code set when it exited by itself, 0–255
   * @param signal set when a signal ended it, such as {@code KILL}. A process that exits with 128
   *     plus the number of a signal, as a JVM does after SIGTERM, counts as ended by that signal.
   *     {@code "lost"} when the leash itself was killed, so that nobody knows.
   */
  public record Exit(Integer code, String signal) {
    /** What the shell's exit status stands for. */
    static Exit ofStatus(int status) {
      String signal = Signals.name(status - 128);
      return signal == null ? new Exit(status, null) : new Exit(null, signal);
    }

    /** {@code exited with code 1} or {@code was ended by signal KILL}. */
    public String text() {
      return signal == null ? "exited with code " + code : "was ended by signal " + signal;
    }
  }

  /**
   * Starts a command in a process group of its own. Returns when the group exists.
   *
   * @param directory working directory
   * @param environment on top of this JVM's PATH, HOME, LANG and JAVA_HOME; nothing else is
   *     inherited
   * @param log created if need be, appended to
   * @throws IOException when the program or the directory does not exist or cannot be executed; the
   *     message says which
   */
  public static LeashedProcess start(
      List<String> command, Path directory, Map<String, String> environment, Path log)
      throws IOException {
    if (command.isEmpty()) {
      throw new IOException("cannot start a process: the command line is empty");
    }
    ProcessBuilder builder = new ProcessBuilder();
    builder.environment().keySet().retainAll(INHERITED);
    builder.environment().putAll(environment);
    String path = builder.environment().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    Programs.check(command.get(0), directory.toAbsolutePath(), path);
    builder.command(commandLine(command, environment, create(log)));
    builder.directory(directory.toAbsolutePath().toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    LeashedProcess process = new LeashedProcess(builder.start());
    process.awaitStart(command);
    return process;
  }

  private static List<String> commandLine(
      List<String> command, Map<String, String> environment, Path log) {
    List<String> line = new ArrayList<>(Leash.command());
    line.add(log.toString());
    // A shell drops variables whose names are not identifiers, such as spring.datasource.url.
    List<String> unusual =
        environment.entrySet().stream()
            .filter(variable -> !variable.getKey().matches("[A-Za-z_][A-Za-z_0-9]*"))
            .map(variable -> variable.getKey() + "=" + variable.getValue())
            .toList();
    if (!unusual.isEmpty()) {
      line.add("env");
      line.addAll(unusual);
    }
    line.addAll(command);
    return line;
  }

  private static Path create(Path log) throws IOException {
    Path absolute = log.toAbsolutePath();
    Files.createDirectories(absolute.getParent());
    Files.write(absolute, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return absolute;
  }

  private void awaitStart(List<String> command) throws IOException {
    Thread reader = new Thread(this::readLeash, "leash of " + command.get(0));
    reader.setDaemon(true);
    reader.start();
    try {
      pid = started.get(LEASH_ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abandon();
      throw new IOException("interrupted while starting '" + command.get(0) + "'", e);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      abandon();
      throw new IOException(
          "cannot start '" + command.get(0) + "': sh and setsid (util-linux) are needed for it", e);
    }
  }

  private void abandon() throws IOException {
    requests.close();
    leash.destroy();
  }

  /** Runs on a daemon thread until the leash's output ends. */
  private void readLeash() {
    try (BufferedReader lines = leash.inputReader(StandardCharsets.US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        accept(line);
      }
    } catch (IOException closedMeanwhile) {
      // The same as the end of the output.
    }
    started.completeExceptionally(new IOException("the leash ended"));
    exit.complete(new Exit(null, "lost"));
    answers.add("");
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

  /** Process id of the command and id of its process group. */
  public long pid() {
    return pid;
  }

  /**
   * Completes when the command's own process ended, within a millisecond of it. Others of its group
   * may still live: {@link #states()}. Dependent actions run on the thread that reads the leash and
   * must not call {@link #signal} or {@link #close} there.
   */
  public CompletableFuture<Exit> exit() {
    return exit.copy();
  }

  /**
   * Sends a signal to every process of the group. The kernel has accepted it when this returns; no
   * effect when nothing of the group is left.
   *
   * @param name such as KILL, STOP, CONT, TERM, INT
   * @throws IllegalArgumentException for a name that is not a signal's
   * @throws UncheckedIOException when the leash is gone
   */
  public synchronized void signal(String name) {
    if (!Signals.known(name)) {
      throw new IllegalArgumentException("no such signal: " + name);
    }
    if (closed || states().isEmpty()) {
      return;
    }
    try {
      requests.write(name + "\n");
      requests.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the leash of process group " + pid + " is gone", e);
    }
    awaitAnswer(name);
  }

  private void awaitAnswer(String name) {
    String answer =
        Uninterruptibly.get(() -> answers.poll(LEASH_ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS));
    if (answer == null || answer.isEmpty()) {
      throw new UncheckedIOException(
          new IOException("no answer to signal " + name + " for process group " + pid));
    }
  }

  /**
   * The processes of the group that still live, by process id, with their state letter in {@code
   * /proc}: R, S, D, T (stopped) and the like. A zombie does not live. Empty: all gone.
   */
  public Map<Long, Character> states() {
    return ProcessGroup.states(pid);
  }

  /**
   * Waits until no process of the group lives. The kernel offers no event for a whole group, so
   * {@code /proc} is looked at every millisecond.
   *
   * @return false when the time ran out or the thread was interrupted before that
   */
  public boolean awaitGone(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    while (!states().isEmpty()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /**
   * SIGKILL to the group, then waits until nothing of it and of the leash is left. Idempotent.
   *
   * @throws IllegalStateException when a process of the group survives SIGKILL for ten seconds
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    try {
      signal("KILL");
    } catch (UncheckedIOException leashGone) {
      states().keySet().forEach(id -> ProcessHandle.of(id).ifPresent(p -> p.destroyForcibly()));
    } finally {
      closed = true;
      boolean gone = Uninterruptibly.get(this::awaitGoneOrInterrupted);
      endLeash(gone);
      if (!gone) {
        throw new IllegalStateException(
            "process group " + pid + " survived SIGKILL: " + states() + " (uninterruptible wait?)");
      }
    }
  }

  private boolean awaitGoneOrInterrupted() throws InterruptedException {
    boolean gone = awaitGone(GONE_WITHIN);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return gone;
  }

  private void endLeash(boolean gone) {
    try (requests) {
      if (gone) {
        // The group's id may be given to others from now on: do not let the leash kill it again.
        requests.write(Leash.LEAVE + "\n");
      }
    } catch (IOException goneAlready) {
      // It has ended by itself.
    }
    Uninterruptibly.get(() -> leash.waitFor(GONE_WITHIN.toSeconds(), TimeUnit.SECONDS));
    leash.destroyForcibly();
  }
}
