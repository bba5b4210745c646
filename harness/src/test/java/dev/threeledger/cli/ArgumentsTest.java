package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is wrong with a command line is told in one message; nothing is started. */
class ArgumentsTest {
  private record Said(int code, String out, String err) {}

  private static Said threeledger(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(args);
    return new Said(code, out.toString(), err.toString());
  }

  private static Said bad(String err) {
    return new Said(ExitCode.BAD_INPUT, "", err);
  }

  @Test
  void printsTheUsageWithoutArguments() {
    Said said = threeledger();
    assertThat(said.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(said.err())
        .startsWith("Usage: threeledger [-hV] [COMMAND]\n")
        .contains("  run ", "  recheck ")
        .endsWith("130\ninterrupted.\n");
  }

  @Test
  void suggestsTheNearestCommand() {
    assertThat(threeledger("rechek"))
        .isEqualTo(
            bad(
                """
                threeledger: unknown command 'rechek'; did you mean 'recheck'? known: run, experiment, recheck, replay, resolve, selftest, help
                see: threeledger --help
                """));
  }

  @Test
  void suggestsTheNearestOption() {
    Said said = threeledger("run", "--cel", "x");
    assertThat(said.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(said.err())
        .startsWith(
            "threeledger: unknown option '--cel'; did you mean '--cell'? known: --subject, ")
        .endsWith("\nsee: threeledger run --help\n");
  }

  @Test
  void refusesNumbersThatAreNone() {
    assertThat(threeledger("run", "--lanes", "two").err())
        .isEqualTo(
            """
            threeledger: Invalid value for option '--lanes': 'two' is not a whole number
            see: threeledger run --help
            """);
  }

  @Test
  void namesWhereItLookedOutsideOfAProject() {
    String here = Path.of("").toAbsolutePath().toString();
    assertThat(threeledger("run"))
        .isEqualTo(
            bad(
                "threeledger: there is no scenarios/external in "
                    + here
                    + "; go to the project's directory, or name --outside, --subject and the"
                    + " scenarios\nsee: threeledger run --help\n"));
  }

  @Test
  void refusesAnAddressThatIsNone(@TempDir Path outside) {
    String[] texts = {"127.0.0.1:8474", "https://proxy:8474", "http:///x"};
    for (String text : texts) {
      assertThat(threeledger("run", "--outside", outside.toString(), "--toxiproxy", text))
          .isEqualTo(
              bad(
                  "threeledger: --toxiproxy must be an address such as http://127.0.0.1:8474, not '"
                      + text
                      + "'\nsee: threeledger run --help\n"));
    }
  }

  @Test
  void refusesAnAdvertisedHostWithoutToxiproxy(@TempDir Path outside) {
    assertThat(threeledger("run", "--outside", outside.toString(), "--advertise-host", "me"))
        .isEqualTo(
            bad(
                """
                threeledger: --advertise-host means something only with --toxiproxy URL or --environment containers
                see: threeledger run --help
                """));
  }

  @Test
  void refusesAFolderWithoutScenarios(@TempDir Path empty) {
    assertThat(
            threeledger(
                "run",
                empty.toString(),
                "--subject",
                "../reference-impl/subject.yaml",
                "--outside",
                "../scenarios/external"))
        .isEqualTo(
            bad(
                empty
                    + ": holds no scenario; name a scenario file (.yaml) or a folder of them\n"
                    + "1 problem; nothing was run\n"));
  }

  @Test
  void refusesConditionsThatNoCellFitsTogether() {
    assertThat(
            threeledger(
                "run",
                "../scenarios",
                "--subject",
                "../reference-impl/subject.yaml",
                "--outside",
                "../scenarios/external",
                "--tag",
                "crash",
                "--cell",
                "normal"))
        .isEqualTo(
            bad(
                "--family, --tag, --cell: no cell fits all of them together; leave one out, or see"
                    + " them with --list\n1 problem; nothing was run\n"));
  }

  @Test
  void tellsBrokenMappingsInOneLineEach(@TempDir Path outside) throws Exception {
    Path file = Files.createDirectory(outside.resolve("payments")).resolve("charge.json");
    Files.writeString(file, "{ \"request\": {\n");
    assertThat(threeledger("run", "--outside", outside.toString()))
        .isEqualTo(
            bad(
                file
                    + ":2:1: no valid JSON: Unexpected end-of-input: expected close marker for"
                    + " Object\n1 problem; nothing was run\n"));
  }

  @Test
  void rechecksOnlyBatchesAndRuns(@TempDir Path empty) {
    String hint = "; name reports/<batch> or the folder of one of its runs\n";
    assertThat(threeledger("recheck", empty.toString()).err())
        .isEqualTo(
            "threeledger: " + empty + " holds no run" + hint + "see: threeledger recheck --help\n");
    Path nowhere = empty.resolve("nowhere");
    assertThat(threeledger("recheck", nowhere.toString()))
        .isEqualTo(
            bad(
                "threeledger: "
                    + nowhere
                    + " is no folder"
                    + hint
                    + "see: threeledger recheck --help\n"));
  }

  @Test
  void saysWhatIsWrongWithAnEnvironment(@TempDir Path outside) {
    String there = outside.toString();
    assertThat(threeledger("run", "--outside", there, "--environment", "container").err())
        .startsWith(
            "threeledger: --environment: unknown environment 'container'; did you mean 'containers'? known: embedded, containers\n");
    assertThat(threeledger("run", "--outside", there, "--postgres-image", "postgres:17").err())
        .startsWith(
            "threeledger: --postgres-image means something only with --environment containers\n");
    assertThat(threeledger("run", "--outside", there, "--toxiproxy-image", "mine:1").err())
        .startsWith(
            "threeledger: --toxiproxy-image means something only with --environment containers\n");
    assertThat(
            threeledger(
                    "run",
                    "--outside",
                    there,
                    "--environment",
                    "containers",
                    "--toxiproxy",
                    "http://127.0.0.1:8474")
                .err())
        .startsWith(
            "threeledger: --toxiproxy names one that runs already, and --environment containers starts one of its own (--toxiproxy-image): leave one of the two out\n");
    assertThat(
            threeledger(
                    "run",
                    "--outside",
                    there,
                    "--environment",
                    "containers",
                    "--postgres-image",
                    "")
                .err())
        .startsWith("threeledger: --postgres-image must name an image\n");
  }

  /** The paths are those of the project, seen from the module's folder. */
  @Test
  void aSubjectInContainersIsRefusedWhereThereAreNone(@TempDir Path folder) {
    String image = "../reference-impl/subject-image.yaml";
    String reports = folder.resolve("reports").toString();
    Said refused =
        bad(
            "threeledger: %s: 'image: threeledger-test/reference-executor:0.1' makes each worker a container: run it with --environment containers, or give the subject a command instead\n"
                .formatted(image));
    List<String> common =
        List.of("--subject", image, "--outside", "../scenarios/external", "--report-dir", reports);

    assertThat(threeledger("run", common, "../scenarios")).isEqualTo(refused);
    assertThat(
            threeledger(
                "selftest",
                common,
                "--table",
                "../reference-impl/defects.yaml",
                "--scenarios",
                "../scenarios",
                "--defect",
                "random-key"))
        .isEqualTo(refused);
    assertThat(folder.resolve("reports")).doesNotExist();
  }

  private static Said threeledger(String command, List<String> common, String... more) {
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(common);
    args.addAll(List.of(more));
    return threeledger(args.toArray(String[]::new));
  }
}
