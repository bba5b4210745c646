package dev.threeledger.reference;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The manual queue on the command line: {@code manual list}, and {@code manual replay <job> <key>
 * --who <who> --why <why>}.
 */
record ManualCommand(String job, String key, String who, String why) {
  static final String USAGE =
      "manual list | manual replay <job> <key> --who <who asks> --why <what was done>";

  private static final ManualCommand LIST = new ManualCommand(null, null, null, null);

  /**
   * Reads what follows {@code manual}.
   *
   * @throws IllegalArgumentException naming everything that is wrong
   */
  static ManualCommand read(List<String> words) {
    if (words.equals(List.of("list"))) {
      return LIST;
    }
    if (words.size() < 3 || !words.get(0).equals("replay")) {
      throw new IllegalArgumentException("usage: " + USAGE);
    }
    Map<String, String> options = options(words.subList(3, words.size()));
    String who = options.getOrDefault("--who", "");
    String why = options.getOrDefault("--why", "");
    List<String> problems = ManualApi.problems(who, why);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems) + "\nusage: " + USAGE);
    }
    return new ManualCommand(words.get(1), words.get(2), who, why);
  }

  private static Map<String, String> options(List<String> words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      String name = words.get(i);
      if (!Arrays.asList("--who", "--why").contains(name) || i + 1 == words.size()) {
        throw new IllegalArgumentException("'" + name + "' is unknown here\nusage: " + USAGE);
      }
      options.put(name, words.get(i + 1));
    }
    return options;
  }

  /**
   * Does it.
   *
   * @return exit code: 0 done; 1 the key is not in MANUAL_REVIEW, or unknown
   */
  int run(ManualQueue queue, PrintStream out) throws SQLException {
    return job == null ? list(queue, out) : replay(queue, out);
  }

  private static int list(ManualQueue queue, PrintStream out) throws SQLException {
    List<ManualQueue.Entry> entries = queue.list();
    for (ManualQueue.Entry entry : entries) {
      out.printf(
          "%s %s  since %s, for %s%n  reason: %s%n  remedy: %s%n",
          entry.key().job(),
          entry.key(),
          entry.since(),
          entry.owner(),
          entry.reason(),
          entry.remedy());
    }
    out.println(entries.isEmpty() ? "nothing waits for a human" : entries.size() + " in all");
    return 0;
  }

  private int replay(ManualQueue queue, PrintStream out) throws SQLException {
    ManualQueue.Replayed replayed = queue.replay(new JobKey(job, key), who, why);
    out.println(
        switch (replayed.outcome()) {
          case REPLAYED -> job + " " + key + ": " + replayed.state() + ", due now";
          case NOT_IN_REVIEW ->
              job + " " + key + ": is " + replayed.state() + ", not in review; nothing was changed";
          case UNKNOWN_KEY -> job + " " + key + ": nothing is known of it";
        });
    return replayed.outcome() == ManualQueue.Outcome.REPLAYED ? 0 : 1;
  }
}
