package dev.threeledger.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command as a user starts it: a process, leader of a process group, in the project's
 * directory, with a temp directory of its own. Its processes are counted when it is closed.
 */
final class Harness implements AutoCloseable {
  private static final long WITHIN_SECONDS = 60;

  private final Process process;
  private final Path folder;
  private List<ProcessHandle> started = List.of();

  private Harness(Process process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /** Exit code and everything printed, the batch's name and durations replaced. */
  record Said(int code, String out, String err) {}

  static Harness start(Path folder, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-XX:SharedArchiveFile=harness/target/threeledger.jsa",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-jar",
                "harness/target/threeledger.jar"));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("TMPDIR", folder.resolve("tmp").toString());
    builder.environment().put("COLUMNS", "120");
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    return new Harness(builder.start(), folder);
  }

  /** Of its JVM. */
  long pid() {
    return process.pid();
  }

  /** Waits for the end. */
  Said said() throws Exception {
    if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running; it said " + text("out") + text("err"));
    }
    return new Said(process.exitValue(), text("out"), text("err"));
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file))
        .replace(folder.toString(), "<folder>")
        .replaceAll("\\d{8}-\\d{6}-[0-9a-f]{4}", "<batch>")
        .replaceAll("digest [0-9a-f]{64}", "digest <digest>")
        .replaceAll(" +\\d+(\\.\\d+)? m?s\\b", " <time>");
  }

  /** Waits until this text stands on the timeline of some run. */
  void awaitOnTimeline(String text) {
    await(
        "'" + text + "' on a timeline",
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("it ended before '" + text + "' stood on a timeline");
          }
          return timelines().stream().anyMatch(timeline -> read(timeline).contains(text));
        });
  }

  /** The timelines so far. */
  List<Path> timelines() {
    Path reports = folder.resolve("reports");
    if (!Files.isDirectory(reports)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(reports)) {
      return files.filter(file -> file.endsWith("timeline.jsonl")).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends a signal to the harness's process group, as a terminal or a supervisor does. */
  void signalGroup(String signal) throws Exception {
    noteProcesses();
    Process kill = new ProcessBuilder("kill", "-s", signal, "--", "-" + process.pid()).start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("kill failed");
    }
  }

  /** Remembers the processes that it has now, for {@link #awaitNoneLeft}. */
  void noteProcesses() {
    started = process.descendants().collect(Collectors.toList());
  }

  /** How many processes it had when they were noted. */
  int processes() {
    return started.size();
  }

  /** Waits until none of them lives. */
  void awaitNoneLeft() {
    await("the end of its processes", () -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** What is left in its temp directory. */
  List<String> tempFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WITHIN_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + what + " within " + WITHIN_SECONDS + " s");
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Override
  public void close() throws Exception {
    process.destroy();
    process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
  }
}
