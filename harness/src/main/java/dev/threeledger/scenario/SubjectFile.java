package dev.threeledger.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads {@code subject.yaml}, and writes the subject's tree for the record of a run. */
public final class SubjectFile {
  /** All keys that {@code subject.yaml} may have, in the order of the reference. */
  public static final List<String> KEYS = SubjectReader.KEYS;

  private SubjectFile() {}

  /**
   * The subject, defaults filled in. Names of outside operations are taken as they are.
   *
   * @throws ProblemsException with all problems
   */
  public static Subject load(Path file) throws ProblemsException {
    return load(file, null);
  }

  /**
   * The subject, defaults filled in.
   *
   * @param operations of the outside systems: those that {@code reconcile} and placeholders may
   *     refer to; null: any
   * @throws ProblemsException with all problems
   */
  public static Subject load(Path file, Collection<String> operations) throws ProblemsException {
    Problems problems = new Problems();
    Optional<Subject> subject =
        YamlFile.read(file, problems)
            .flatMap(tree -> new SubjectReader(file, operations, problems).read(tree));
    problems.throwIfAny();
    return subject.orElseThrow();
  }

  /**
   * The subject of a stored tree.
   *
   * @param file what the commands' directory is taken from; it need not exist
   * @throws IllegalArgumentException when the tree was not written by {@link #tree}
   */
  public static Subject fromTree(JsonNode tree, Path file) {
    Problems problems = new Problems();
    Optional<Subject> subject =
        new SubjectReader(file, null, problems).read(Tree.of(tree, Location.of(file)));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(new ProblemsException(problems.list()).text());
    }
    return subject.orElseThrow();
  }

  /** The subject in the format of {@code subject.yaml}; {@link #fromTree} gives an equal one. */
  public static JsonNode tree(Subject subject) {
    return SubjectJson.write(subject);
  }
}
