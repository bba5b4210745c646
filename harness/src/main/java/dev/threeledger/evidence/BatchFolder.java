package dev.threeledger.evidence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of one batch: {@code reports/<yyyyMMdd-HHmmss>-<id>/}, UTC. It is made new and never
 * used again.
 */
public final class BatchFolder {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_][^/\\\\\\p{Cntrl}]*");
  private final Path path;

  private BatchFolder(Path path) {
    this.path = path;
  }

  /** A new folder below {@code reports}, which is made as needed. */
  public static BatchFolder create(Path reports) throws EvidenceException {
    return create(
        reports,
        Clock.systemUTC(),
        () -> String.format("%04x", ThreadLocalRandom.current().nextInt(1 << 16)));
  }

  static BatchFolder create(Path reports, Clock clock, Supplier<String> ids)
      throws EvidenceException {
    try {
      if (Files.exists(reports) && !Files.isDirectory(reports)) {
        throw new EvidenceException(
            reports,
            "cannot write "
                + reports
                + ": it is a file, not a folder; choose another folder for reports",
            null);
      }
      Files.createDirectories(reports);
    } catch (IOException e) {
      throw EvidenceException.writing(reports, e);
    }
    while (true) {
      Path path = reports.resolve(NAME.format(clock.instant()) + "-" + ids.get());
      try {
        return new BatchFolder(Files.createDirectory(path));
      } catch (FileAlreadyExistsException taken) {
        // another batch of the same second drew the same id: draw again
      } catch (IOException e) {
        throw EvidenceException.writing(path, e);
      }
    }
  }

  /** An existing batch. */
  public static BatchFolder open(Path path) throws EvidenceException {
    if (!Files.isDirectory(path)) {
      throw new EvidenceException(
          path, path + " is not a batch: there is no such folder; name one below reports/", null);
    }
    return new BatchFolder(path);
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Its name: start time and id. */
  public String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /** A new folder for a run that has no secrets but card numbers. */
  public RunFolder run(String cellId, int attempt) throws EvidenceException {
    return run(cellId, attempt, new Masker(List.of()));
  }

  /**
   * A new folder for a run, {@code <scenario>/<cell>/<attempt>/}.
   *
   * @param cellId {@code <scenario>/<cell>}
   * @param attempt from 1
   * @param masker of this run alone
   * @throws EvidenceException when there is such a folder already: evidence is never overwritten
   */
  public RunFolder run(String cellId, int attempt, Masker masker) throws EvidenceException {
    Path folder = path;
    for (String segment : cellId.split("/", -1)) {
      if (!SEGMENT.matcher(segment).matches()) {
        throw new IllegalArgumentException(
            "'" + cellId + "' cannot name a folder: each part begins with a letter or digit");
      }
      folder = folder.resolve(segment);
    }
    Path run = folder.resolve(Integer.toString(attempt));
    try {
      Files.createDirectories(folder);
      Files.createDirectory(run);
    } catch (IOException e) {
      throw EvidenceException.writing(run, e);
    }
    return new RunFolder(run, masker, Storage.DISK);
  }

  /** All runs of the batch, sorted by path; verdicts of a recheck are not among them. */
  public List<RunFolder> runs() throws EvidenceException {
    List<Path> found;
    try (Stream<Path> all = Files.walk(path)) {
      found = all.filter(file -> file.endsWith("run.yaml")).map(Path::getParent).toList();
    } catch (IOException e) {
      throw EvidenceException.reading(path, e);
    }
    List<RunFolder> runs = new ArrayList<>();
    for (Path run : found.stream().sorted(new CellOrder(path)).toList()) {
      runs.add(RunFolder.open(run));
    }
    return runs;
  }

  /** The run's folder below the batch, with {@code /}: {@code crash-after-commit/failure/1}. */
  public String place(RunFolder run) {
    return Digests.relative(path, run.path());
  }

  /**
   * The digest of the whole batch: over the lines {@code <digest of SHA256SUMS> <run>}, in the
   * order of {@link #runs()}. It stands in the summaries and on the terminal, so that editing a
   * SHA256SUMS hides nothing.
   */
  public String digest() throws EvidenceException {
    StringBuilder lines = new StringBuilder();
    for (RunFolder run : runs()) {
      lines.append(run.digest().orElse("not sealed")).append("  ").append(place(run)).append('\n');
    }
    return Digests.ofText(lines.toString());
  }

  /**
   * Writes a file of the batch that is evidence itself.
   *
   * @throws EvidenceException when it is there already: evidence is never overwritten
   */
  public void keep(String name, String text) throws EvidenceException {
    Storage.DISK.write(path.resolve(name), text);
  }

  /** Writes or replaces a summary of the batch, such as {@code summary.json}. */
  public void write(String name, String text) throws EvidenceException {
    Storage.replace(path.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }
}
