package dev.threeledger.experiment;

import dev.threeledger.scenario.Place;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Tree;
import dev.threeledger.scenario.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code experiment.yaml}; its format stands in {@code docs/experiment-format.md}. */
public final class ExperimentFile {
  private ExperimentFile() {}

  /**
   * The experiment, defaults filled in. The subjects and the outside systems that it names are read
   * too, so that settings and operations are known.
   *
   * @throws ProblemsException with every problem of the file and of its subjects
   * @throws IOException when the outside systems cannot be read
   */
  public static Experiment load(Path file) throws ProblemsException, IOException {
    return read(file).experiment();
  }

  /**
   * The experiment of a stored copy. No other file is looked at, and none need exist: what it
   * refers to was checked when it was registered.
   *
   * @param file where the original stood, which relative paths are relative to
   * @throws ProblemsException with every problem of the copy
   */
  public static Experiment stored(Path copy, Path file) throws ProblemsException {
    Problems problems = new Problems();
    Place root = root(copy, problems);
    Experiment experiment = new ExperimentReader(file).read(root);
    problems.throwIfAny();
    return experiment;
  }

  /**
   * An experiment, and where its parts are written.
   *
   * @param root the document
   * @param problems what is wrong with it: nothing so far
   */
  record Located(Experiment experiment, Place root, Problems problems) {}

  static Located read(Path file) throws ProblemsException, IOException {
    Problems problems = new Problems();
    Place root = root(file, problems);
    Experiment experiment = new ExperimentReader(file).read(root);
    ExperimentReferences references = ExperimentReferences.of(file, root, problems);
    references.check();
    problems.throwIfAny();
    references.demandOutside();
    return new Located(experiment, root, problems);
  }

  private static Place root(Path file, Problems problems) throws ProblemsException {
    Optional<Tree> tree = YamlFile.read(file, problems);
    if (tree.isEmpty()) {
      problems.throwIfAny();
    }
    return Place.root(tree.orElseThrow(), problems);
  }
}
