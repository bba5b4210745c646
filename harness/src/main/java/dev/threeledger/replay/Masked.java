package dev.threeledger.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.check.Checks;
import dev.threeledger.evidence.Digests;
import dev.threeledger.evidence.Masker;
import dev.threeledger.external.OutsideSystems;
import dev.threeledger.matrix.Cell;
import dev.threeledger.matrix.Matrix;
import dev.threeledger.matrix.Overrides;
import dev.threeledger.scenario.ProblemsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The scenario that was asked for. Where the record masks what must be secret it is taken from the
 * scenario's file, which must be the same as then.
 */
final class Masked {
  private static final String CARD = "[card ";

  private Masked() {}

  /**
   * The tree as it was before it was masked.
   *
   * @throws RefusedException when something was masked, and the scenario's file is gone or changed
   */
  static JsonNode scenario(Original original, OutsideSystems outside)
      throws RefusedException, IOException {
    JsonNode recorded = original.asked().scenario();
    refuseMasked(original.asked().subject(), "the subject", original);
    if (!isMasked(recorded)) {
      return recorded;
    }
    Path file = Path.of(original.asked().scenarioFile());
    String then = original.environment().at("/digests/scenario/sha256").asText();
    if (!Files.isRegularFile(file) || !Digests.ofFile(file).equals(then)) {
      throw new RefusedException(
          "%s masks secrets of its scenario; they stand in %s, which %s; nothing was run"
              .formatted(
                  original.shown(),
                  file,
                  Files.isRegularFile(file) ? "has changed since" : "is not there"));
    }
    return cell(original, outside, file)
        .map(tree -> named(tree, recorded))
        .filter(tree -> asRecorded(tree).toString().equals(recorded.toString()))
        .orElseThrow(
            () ->
                new RefusedException(
                    "%s masks secrets of its scenario, and %s does not give the cell %s as it was"
                            .formatted(original.shown(), file, original.asked().origin())
                        + " recorded; nothing was run"));
  }

  private static Optional<JsonNode> cell(Original original, OutsideSystems outside, Path file) {
    try {
      return Matrix.load(
              List.of(file),
              original.subject(),
              outside.operations(),
              Checks.names(),
              original.asked().seed(),
              Overrides.parse(original.sets()),
              true)
          .stream()
          .filter(cell -> cell.id().equals(original.asked().origin()))
          .map(Cell::asked)
          .findFirst();
    } catch (ProblemsException e) {
      return Optional.empty();
    }
  }

  /** A variant of a cell has a name and an expected verdict of its own. */
  private static JsonNode named(JsonNode tree, JsonNode recorded) {
    ObjectNode copy = tree.deepCopy();
    copy.set("cell", recorded.path("cell"));
    copy.set("verdict", recorded.path("verdict"));
    return copy;
  }

  private static JsonNode asRecorded(JsonNode tree) {
    List<String> secrets = new ArrayList<>();
    tree.path("secrets").forEach(secret -> secrets.add(secret.asText()));
    return new Masker(secrets).asked(tree);
  }

  private static void refuseMasked(JsonNode tree, String what, Original original)
      throws RefusedException {
    if (isMasked(tree)) {
      throw new RefusedException(
          original.shown()
              + " masks secrets in "
              + what
              + ", and cannot be replayed from the record; nothing was run");
    }
  }

  private static boolean isMasked(JsonNode tree) {
    String text = tree.toString();
    return text.contains(Masker.SECRET) || text.contains(CARD);
  }
}
