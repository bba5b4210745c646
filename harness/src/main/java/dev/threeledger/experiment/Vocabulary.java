package dev.threeledger.experiment;

import dev.threeledger.scenario.Nearest;
import dev.threeledger.scenario.SubjectFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which places of a configuration a user may name.
 *
 * @param settings of the subjects, or null: any
 * @param operations of the outside systems that have an effect, or null: any
 */
record Vocabulary(Set<String> settings, Map<String, Boolean> operations) {
  static final String DEDUPLICATES = ".deduplicates";

  /** In a rollback of {@code data}: what the scenarios themselves name. */
  static final String SCENARIOS_OWN = "scenarios";

  /** What a subject is made of, beside its name and settings. */
  private static final List<String> PARTS =
      Stream.concat(
              Stream.of("version", "files", "dependencies"),
              SubjectFile.KEYS.stream()
                  .filter(key -> !List.of("subject", "settings").contains(key)))
          .toList();

  /** Parts that stand for one place by themselves. */
  private static final List<String> SINGLE =
      List.of(
          "version",
          "image",
          "command",
          "prepare",
          "prepare_settings",
          "secrets_allowed",
          "tenant");

  /** What is wrong with the one place in which sides may differ, empty: nothing. */
  Optional<String> changed(String path) {
    String head = path.split("\\.", 2)[0];
    switch (head) {
      case "settings":
        return setting(path);
      case "partner":
        return path.startsWith("partner.")
            ? partner(path.substring("partner.".length()), operations)
            : Optional.of(many(path, "partner.payments.charge" + DEDUPLICATES));
      case "data":
        return path.equals("data")
            ? Optional.empty()
            : Optional.of("'" + path + "' is no place of the configuration; write data");
      case "subject":
        return subject(path);
      default:
        String meant =
            Nearest.to(head, List.of("settings", "partner", "data", "subject"))
                .map(near -> "did you mean '" + near + path.substring(head.length()) + "'? ")
                .orElse("");
        return Optional.of(
            "'"
                + path
                + "' is no place of the configuration; "
                + meant
                + "write settings.<name>, partner.<operation>.deduplicates, data or subject.<part>");
    }
  }

  private Optional<String> setting(String path) {
    if (!path.startsWith("settings.") || path.length() == "settings.".length()) {
      return Optional.of(many(path, "settings.lease"));
    }
    String name = path.substring("settings.".length());
    return settings == null || settings.contains(name)
        ? Optional.empty()
        : Optional.of(Nearest.unknown("setting", name, settings));
  }

  private static Optional<String> subject(String path) {
    String[] parts = path.split("\\.", 3);
    String part = parts.length < 2 ? "" : parts[1];
    boolean below = parts.length == 3 && !parts[2].isEmpty();
    if (part.isEmpty()) {
      return Optional.of(many(path, "subject.version"));
    }
    if (part.equals("settings")) {
      return Optional.of(
          "'" + path + "' is called " + path.substring("subject.".length()) + " here");
    }
    if (!PARTS.contains(part)) {
      return Optional.of(Nearest.unknown("part of a subject", part, PARTS));
    }
    if (SINGLE.contains(part) == below) {
      return Optional.of(
          below
              ? "'" + path + "' reaches too far; write subject." + part
              : many(path, path + ".<name>"));
    }
    return Optional.empty();
  }

  private static String many(String path, String one) {
    return "'" + path + "' names many places; name one, such as " + one;
  }

  /** What is wrong with a partner's behaviour under this name, empty: nothing. */
  static Optional<String> partner(String name, Map<String, Boolean> operations) {
    if (!name.endsWith(DEDUPLICATES)) {
      return Optional.of(
          "'"
              + name
              + "' is no behaviour; write <operation>.deduplicates, such as payments.charge.deduplicates");
    }
    String operation = name.substring(0, name.length() - DEDUPLICATES.length());
    return operations == null || operations.containsKey(operation)
        ? Optional.empty()
        : Optional.of(Nearest.unknown("operation with an effect", operation, operations.keySet()));
  }

  /** What is wrong with a place that a rollback sets, empty: nothing. */
  Optional<String> rollback(String path) {
    if (List.of("subject", "subject.version", "data").contains(path)) {
      return Optional.empty();
    }
    if (path.startsWith("settings.")
        || path.startsWith("partner.")
        || path.equals("settings")
        || path.equals("partner")) {
      return changed(path);
    }
    if (path.startsWith("subject.")) {
      return Optional.of(
          "a subject is rolled back as a whole; name the baseline's file, such as subject: subject.yaml");
    }
    return Optional.of(
        "'"
            + path
            + "' cannot be rolled back; write settings.<name>, partner.<operation>.deduplicates,"
            + " subject, subject.version or data");
  }
}
