package dev.threeledger.cli;

import java.io.PrintWriter;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code ./threeledger <command>}. */
@Command(
    name = "threeledger",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Breaks scheduled jobs at exact points and judges them by three ledgers.",
    subcommands = {
      RunCommand.class,
      ExperimentCommand.class,
      RecheckCommand.class,
      ReplayCommand.class,
      ResolveCommand.class,
      SelfTestCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 as expected, 1 not as expected, 2 bad input, 3 the subject does",
      "not start, 4 the environment cannot be had, 5 a defect of Threeledger, 130",
      "interrupted."
    })
public final class Main {
  /**
   * The JDBC driver logs by java.util.logging; what matters of it reaches the user in our own
   * messages.
   */
  private static final Logger QUIET = Logger.getLogger("org.postgresql");

  private Main() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] args) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "threeledger-logback.xml");
    }
    QUIET.setLevel(Level.OFF);
    // the trigger's client must never repeat a request behind our back
    System.setProperty("sun.net.http.retryPost", "false");
    int code = commandLine().execute(args);
    System.out.flush();
    System.exit(code);
  }

  /** The commands, with messages instead of stack traces. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setExecutionExceptionHandler(Failures::report);
    line.setParameterExceptionHandler(Main::badArguments);
    return line;
  }

  private static int badArguments(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    if (args.length == 0) {
      line.usage(err);
      return ExitCode.BAD_INPUT;
    }
    err.println("threeledger: " + BadArguments.text(e));
    err.println("see: " + line.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.BAD_INPUT;
  }
}
