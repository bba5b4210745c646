package dev.threeledger.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A child process, leader of a process group of its own, that ends when this JVM ends, however that
 * comes about.
 *
 * <p>Its input is empty, its output and errors are appended to a log file. Safe for use by several
 * threads.
 */
public final class LeashedProcess implements Child {
  private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "JAVA_HOME");
  private static final Duration GONE_WITHIN = Duration.ofSeconds(10);

  private final LeashLine leash;
  private final long pid;
  private boolean closed;

  private LeashedProcess(LeashLine leash, long pid) {
    this.leash = leash;
    this.pid = pid;
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
    LeashLine leash = LeashLine.open(builder, command.get(0));
    return new LeashedProcess(leash, leash.awaitStart(command.get(0)));
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

  /** Process id of the command and id of its process group. */
  @Override
  public long pid() {
    return pid;
  }

  /**
   * Completes when the command's own process ended, within a millisecond of it. Others of its group
   * may still live: {@link #states()}. Dependent actions run on the thread that reads the leash and
   * must not call {@link #signal} or {@link #close} there.
   */
  @Override
  public CompletableFuture<Exit> exit() {
    return leash.exit().copy();
  }

  /**
   * Sends a signal to every process of the group. The kernel has accepted it when this returns; no
   * effect when nothing of the group is left.
   *
   * @param name such as KILL, STOP, CONT, TERM, INT
   * @throws IllegalArgumentException for a name that is not a signal's
   * @throws UncheckedIOException when the leash is gone
   */
  @Override
  public synchronized void signal(String name) {
    if (!Signals.known(name)) {
      throw new IllegalArgumentException("no such signal: " + name);
    }
    if (closed || states().isEmpty()) {
      return;
    }
    leash.signal(name);
  }

  /**
   * The processes of the group that still live, by process id, with their state letter in {@code
   * /proc}: R, S, D, T (stopped) and the like. A zombie does not live. Empty: all gone.
   */
  @Override
  public Map<Long, Character> states() {
    return ProcessGroup.states(pid);
  }

  /**
   * What the living threads of the group have had of the CPUs so far; empty when none lives or the
   * kernel does not count it.
   */
  @Override
  public Optional<CpuSample> cpu() {
    return CpuSample.of(states().keySet());
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
      leash.close(gone, GONE_WITHIN);
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
}
