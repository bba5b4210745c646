package dev.threeledger.cli;

import dev.threeledger.scenario.Nearest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, with the nearest known word. */
final class BadArguments {
  private BadArguments() {}

  static String text(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(unmatched.getUnmatched().get(0), e.getCommandLine());
    }
    return e.getMessage()
        .replace("is not an int", "is not a whole number")
        .replace("is not a long", "is not a whole number");
  }

  private static String unmatched(String word, CommandLine line) {
    List<String> options = new ArrayList<>();
    line.getCommandSpec().options().forEach(option -> options.add(option.longestName()));
    if (word.startsWith("-")) {
      return Nearest.unknown("option", word, options);
    }
    return line.getSubcommands().isEmpty()
        ? "'" + word + "' is one argument too many"
        : Nearest.unknown("command", word, line.getSubcommands().keySet());
  }
}
