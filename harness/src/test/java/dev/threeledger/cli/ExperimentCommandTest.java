package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is told of an experiment before anything is started. */
class ExperimentCommandTest {
  private static final String SMALL =
      """
      experiment: small
      claim: One attempt more changes nothing where no attempt fails.
      scenarios: [scenario.yaml]
      outside: external
      subject: subject.yaml
      baseline: { settings: { maxAttempts: 4 } }
      candidate: { settings: { maxAttempts: 5 } }
      changed: settings.maxAttempts
      cells: { ids: [small/normal] }
      repeat: 2
      pass_when:
        - { verdicts: candidate, no: FAIL, where: baseline-passes }
      stop_when: [second-effect, broken]
      owner: payments-platform
      rollback: { settings.maxAttempts: 4 }
      not_covered: [partners that are slow]
      """;

  @TempDir private Path folder;

  private record Said(int code, String out, String err) {}

  @BeforeEach
  void aSubjectAScenarioAndNoPartner() throws Exception {
    Files.createDirectory(folder.resolve("external"));
    Files.writeString(
        folder.resolve("subject.yaml"),
        """
        subject: nothing
        command: [sh, -c, "exit 1"]
        ready: { http: "${subject.url}/health", within: 1s }
        trigger:
          call: { method: POST, url: "${subject.url}/jobs/${job}", body: "${input.json}" }
        settings: { maxAttempts: 3, other: 1 }
        states: { done: [DONE] }
        ledgers:
          business: SELECT 1
          execution: SELECT 1
        """);
    Files.writeString(folder.resolve("scenario.yaml"), scenario(""));
  }

  private static String scenario(String more) {
    return """
        scenario: small
        family: none
        claim: Nothing happens.
        when: []
        """
        + more;
  }

  private Said check(String experiment) throws Exception {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), experiment);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute("experiment", "--check", file.toString());
    return new Said(code, said(out), said(err));
  }

  private String said(StringWriter text) {
    return text.toString().replace(folder.toString(), "<folder>");
  }

  @Test
  void theOneDifferenceAndTheRunsAreTold() throws Exception {
    assertThat(check(SMALL))
        .isEqualTo(
            new Said(
                ExitCode.AS_EXPECTED,
                """
                small: One attempt more changes nothing where no attempt fails.
                  changed    settings.maxAttempts: 4 → 5
                  runs       8: the baseline twice 2, stop drill 1, rollback 1, pairs 4 (1 × 2 × 2)
                  pass when  verdicts: candidate, no: FAIL, where: baseline-passes
                  stop when  second-effect; broken
                nothing was started
                """,
                ""));
  }

  @Test
  void twoDifferencesAreRefusedWithBoth() throws Exception {
    assertThat(check(SMALL.replace("maxAttempts: 5 }", "maxAttempts: 5, other: 2 }")))
        .isEqualTo(
            new Said(
                ExitCode.BAD_INPUT,
                "",
                """
                <folder>/experiment.yaml: refused: the two sides may differ in settings.maxAttempts only, and differ in more:
                  settings.maxAttempts: 4 → 5
                  settings.other: 1 → 2
                nothing was run
                """));
  }

  @Test
  void aCellThatMustFailIsRefusedWhereItIsChosen() throws Exception {
    Files.writeString(folder.resolve("scenario.yaml"), scenario("verdict: FAIL\n"));
    assertThat(check(SMALL))
        .isEqualTo(
            new Said(
                ExitCode.BAD_INPUT,
                "",
                """
                <folder>/experiment.yaml:9:8: cells: small/normal must give FAIL by its scenario, and nothing is compared by it; leave it out
                1 problem; nothing was run
                """));
  }
}
