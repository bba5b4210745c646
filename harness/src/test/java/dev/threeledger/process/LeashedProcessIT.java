package dev.threeledger.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeashedProcessIT {
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path directory;

  @Test
  void exitsByItselfWithItsCodeAndItsOutputInTheLog() throws Exception {
    try (LeashedProcess process = shell("echo out; echo err >&2; exit 3")) {
      assertThat(exit(process)).isEqualTo(new Child.Exit(3, null));
      assertThat(process.awaitGone(SOON)).isTrue();
      assertThat(Files.readString(log())).isEqualTo("out\nerr\n");
    }
  }

  @Test
  void seesOnlyTheGivenEnvironmentAlsoUnderNamesThatAreNoIdentifiers() throws Exception {
    Map<String, String> environment = Map.of("LEASE", "4 s", "a.b", "it's \"c\"");
    try (LeashedProcess process =
        LeashedProcess.start(List.of("env"), directory, environment, log())) {
      assertThat(exit(process).code()).isZero();
    }
    assertThat(Files.readAllLines(log()))
        .contains("LEASE=4 s", "a.b=it's \"c\"")
        .noneMatch(line -> line.startsWith("MAVEN"));
  }

  @Test
  void aKilledProcessIsReportedWithTheSignal() throws Exception {
    try (LeashedProcess process = shell("exec sleep 60")) {
      assertThat(process.states()).hasSize(1).containsKey(process.pid());
      process.signal("KILL");
      assertThat(exit(process)).isEqualTo(new Child.Exit(null, "KILL"));
      assertThat(process.awaitGone(SOON)).isTrue();
      process.signal("KILL");
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 2", "TERM, 15", "HUP, 1"})
  void signalsReachTheChildWithTheirDefaultActions(String signal, int number) throws Exception {
    IgnoredSignals.skipTestWhenIgnored(signal, number);
    try (LeashedProcess process = shell("exec sleep 60")) {
      awaitTrue(() -> commandOf(process.pid()).startsWith("sleep"));
      process.signal(signal);
      assertThat(exit(process)).isEqualTo(new Child.Exit(null, signal));
    }
  }

  @Test
  void aStoppedGroupStandsInStateTAndGoesOnAfterCont() throws Exception {
    try (LeashedProcess process = shell("sleep 60 & wait")) {
      awaitTrue(() -> process.states().size() == 2);
      process.signal("STOP");
      awaitTrue(() -> process.states().values().stream().allMatch(state -> state == 'T'));
      process.signal("CONT");
      awaitTrue(() -> process.states().values().stream().noneMatch(state -> state == 'T'));
      assertThat(process.exit()).isNotDone();
    }
  }

  @Test
  void aStoppedGroupIsKilledByClose() throws Exception {
    LeashedProcess process = shell("sleep 60 & wait");
    process.signal("STOP");
    process.close();
    assertThat(process.states()).isEmpty();
    assertThat(exit(process).signal()).isEqualTo("KILL");
    process.close();
  }

  @Test
  void grandchildrenThatOutliveTheirParentAreFoundAndKilled() throws Exception {
    try (LeashedProcess process = shell("sleep 60 & sleep 60 & exit 0")) {
      assertThat(exit(process).code()).isZero();
      awaitTrue(() -> process.states().size() == 2);
      assertThat(process.awaitGone(Duration.ofMillis(20))).isFalse();
      process.signal("KILL");
      assertThat(process.awaitGone(SOON)).isTrue();
    }
  }

  @Test
  void closeLeavesNeitherGroupNorLeashBehind() throws Exception {
    long before = ProcessHandle.current().descendants().count();
    shell("sleep 60 & sleep 60").close();
    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
  }

  @Test
  void aLostLeashIsReportedAndTheGroupStillKilledByClose() throws Exception {
    long[] before = ProcessHandle.current().children().mapToLong(ProcessHandle::pid).toArray();
    try (LeashedProcess process = shell("sleep 60 & wait")) {
      ProcessHandle.current()
          .children()
          .filter(child -> java.util.Arrays.stream(before).noneMatch(id -> id == child.pid()))
          .flatMap(leash -> Stream.concat(leash.descendants(), Stream.of(leash)))
          .filter(leash -> !process.states().containsKey(leash.pid()))
          .forEach(ProcessHandle::destroyForcibly);
      assertThat(exit(process).signal()).isEqualTo("lost");
      process.close();
      assertThat(process.states()).isEmpty();
    }
  }

  @Test
  void everythingDiesWhenTheJvmIsKilled() throws Exception {
    assertDiesWithItsJvm("running");
  }

  @Test
  void everythingDiesWhenTheJvmIsKilledAlsoWhenStopped() throws Exception {
    assertDiesWithItsJvm("stopped");
  }

  private void assertDiesWithItsJvm(String how) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                log().toString(),
                how)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = jvm.inputReader(StandardCharsets.US_ASCII)) {
      long group = Long.parseLong(lines.readLine());
      List<ProcessHandle> leash = jvm.descendants().toList();
      assertThat(ProcessGroup.states(group)).hasSize(2);
      jvm.destroyForcibly();
      awaitTrue(() -> ProcessGroup.states(group).isEmpty());
      awaitTrue(() -> leash.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      jvm.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aMissingProgramIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("run.jar"));
    assertThatThrownBy(() -> start("no-such-program"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot start 'no-such-program': no such program on the PATH ");
    assertThatThrownBy(() -> start("./run.sh"))
        .hasMessage(
            "cannot start './run.sh': " + directory.resolve("./run.sh") + " does not exist");
    assertThatThrownBy(() -> start(file.toString()))
        .hasMessage(
            "cannot start '" + file + "': " + file + " is not an executable file (chmod +x?)");
  }

  @Test
  void aMissingDirectoryIsNamed() {
    assertThatThrownBy(
            () -> LeashedProcess.start(List.of("true"), Path.of("/no/such"), Map.of(), log()))
        .hasMessage("cannot start 'true': the directory /no/such does not exist");
  }

  @Test
  void tellsHowLongItsThreadsHadACpuAndWaitedForOne() throws Exception {
    // three that never sleep share one CPU: each has a third of it and waits for two
    String loop = "sh -c 'while :; do :; done' & ";
    try (LeashedProcess process = shell("taskset -pc 0 $$ && " + loop + loop + loop + "wait")) {
      awaitTrue(() -> process.states().size() == 4);
      CpuSample from = process.cpu().orElse(null);
      assumeTrue(from != null, "the kernel does not count");
      awaitTrue(() -> process.cpu().orElseThrow().nanosSince(from) > 500_000_000);
      CpuSample to = process.cpu().orElseThrow();
      CpuSample.Times times = to.since(from);
      double all = 3.0 * to.nanosSince(from);
      assertThat(times.onCpuNanos() + times.waitedNanos())
          .isBetween(part(all, 0.8), part(all, 1.2));
      assertThat(times.waitedNanos()).isGreaterThan(part(all, 0.5));

      process.signal("STOP");
      awaitTrue(() -> process.states().values().stream().allMatch(state -> state == 'T'));
      CpuSample stopped = process.cpu().orElseThrow();
      awaitTrue(() -> process.cpu().orElseThrow().nanosSince(stopped) > 100_000_000);
      assertThat(process.cpu().orElseThrow().since(stopped)).isEqualTo(new CpuSample.Times(0, 0));
    }
  }

  private static long part(double whole, double factor) {
    return (long) (whole * factor);
  }

  @Test
  void ofAGroupThatIsGoneNothingIsTold() throws Exception {
    try (LeashedProcess process = shell("exit 0")) {
      exit(process);
      assertThat(process.awaitGone(SOON)).isTrue();
      assertThat(process.cpu()).isEmpty();
    }
  }

  @Test
  void anUnknownSignalIsRefused() throws Exception {
    try (LeashedProcess process = shell("sleep 60")) {
      assertThatThrownBy(() -> process.signal("KILLL")).hasMessage("no such signal: KILLL");
    }
  }

  private LeashedProcess shell(String script) throws IOException {
    return start("sh", "-c", script);
  }

  private LeashedProcess start(String... command) throws IOException {
    return LeashedProcess.start(List.of(command), directory, Map.of(), log());
  }

  private Path log() {
    return directory.resolve("worker.log");
  }

  private static Child.Exit exit(LeashedProcess process) throws Exception {
    return process.exit().get(10, TimeUnit.SECONDS);
  }

  private static String commandOf(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(p -> p.info().command())
        .map(LeashedProcessIT::name)
        .orElse("");
  }

  private static String name(String path) {
    return Path.of(path).getFileName().toString();
  }

  /** /proc offers no event. */
  private static void awaitTrue(BooleanSupplier condition) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** A JVM between the test and the child. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      Path log = Path.of(arguments[0]);
      LeashedProcess process =
          LeashedProcess.start(
              List.of("sh", "-c", "sleep 60 & wait"), log.getParent(), Map.of(), log);
      awaitTrue(() -> process.states().size() == 2);
      if (arguments[1].equals("stopped")) {
        process.signal("STOP");
      }
      System.out.println(process.pid());
      process.exit().get();
    }
  }
}
