package dev.threeledger.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.experiment.ExperimentResult.Stopped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code stopped.json}: what ended an experiment while it ran: {@code rule} as in YAML, {@code run}
 * (its folder below the batch), {@code event} (seq, 0: none) and {@code what}. It is believed only
 * as far as the runs show the same.
 *
 * @param tree null: there is no such file
 * @param unreadable why it could not be read, or null
 */
record StopRecord(JsonNode tree, String unreadable) {
  /** In the batch's folder. */
  static final String FILE = "stopped.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  static StopRecord read(BatchFolder batch) {
    Path file = batch.path().resolve(FILE);
    if (!Files.exists(file)) {
      return new StopRecord(null, null);
    }
    try {
      return new StopRecord(JSON.readTree(Files.readString(file)), null);
    } catch (IOException e) {
      return new StopRecord(null, "it cannot be read");
    }
  }

  /** The file's text. */
  static String text(Stopped stopped) {
    return JSON.createObjectNode()
            .put("rule", stopped.rule().yamlName())
            .put("run", stopped.run())
            .put("event", stopped.event())
            .put("what", stopped.what())
            .toPrettyString()
        + "\n";
  }

  /** What ended it: what is recorded, where the runs show it, else the first that they show. */
  Optional<Stopped> among(List<Stopped> met) {
    return met.stream().filter(this::says).findFirst().or(() -> met.stream().findFirst());
  }

  /** Why the record cannot be believed, empty when it can or there is none. */
  Optional<String> contradiction(List<Stopped> met) {
    if (unreadable != null) {
      return Optional.of(FILE + ": " + unreadable);
    }
    return tree == null || met.stream().anyMatch(this::says)
        ? Optional.empty()
        : Optional.of(
            "%s names %s in %s, which that run does not show"
                .formatted(FILE, tree.path("rule").asText(), tree.path("run").asText()));
  }

  private boolean says(Stopped stopped) {
    return tree != null
        && tree.path("rule").asText().equals(stopped.rule().yamlName())
        && tree.path("run").asText().equals(stopped.run())
        && tree.path("event").asLong() == stopped.event();
  }
}
