package dev.threeledger.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.ledger.LedgerCsv;
import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import dev.threeledger.ledger.StoredLedger;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.SecretSeen;
import dev.threeledger.timeline.TimelineJson;
import dev.threeledger.verdict.CellVerdict;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The evidence of one run.
 *
 * <pre>
 * run.yaml  environment.json          before the subject starts
 * timeline.jsonl  logs/  raw/         as things happen, each line flushed
 * ledgers/                            at the end
 * SHA256SUMS                          seal(): nothing raw is written after it
 * verdict.json  report.html           functions of the above
 * </pre>
 *
 * <p>Every file is written once; writing it again is an error. What was written stays when
 * something later fails. Judge what {@link #readTimeline()} and {@link #readLedgers()} give rather
 * than what is in memory: only then is the verdict a function of the folder.
 *
 * <p>Any thread may write its own files; seal after all writers are done.
 */
public final class RunFolder {
  private static final String TIMELINE = "timeline.jsonl";

  /** A few hundred thousand rows. */
  private static final long LARGE_BYTES = 64L << 20;

  private final Path path;
  private final Masker masker;
  private final Storage storage;
  private final List<Writer> open = new ArrayList<>();

  RunFolder(Path path, Masker masker, Storage storage) {
    this.path = path;
    this.masker = masker;
    this.storage = storage;
  }

  /**
   * An existing run, to be read, judged again or reported.
   *
   * @throws EvidenceException when there is no {@code run.yaml}
   */
  public static RunFolder open(Path path) throws EvidenceException {
    Path run = path.resolve("run.yaml");
    if (!Files.isRegularFile(run)) {
      throw new EvidenceException(
          path,
          path
              + " is not the folder of a run: it has no run.yaml; name a folder such as"
              + " reports/<batch>/<scenario>/<cell>/1",
          null);
    }
    return new RunFolder(path, new Masker(List.of()), Storage.DISK);
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Masks what is written here and remembers what it masked. */
  public Masker masker() {
    return masker;
  }

  // ── writing ────────────────────────────────────────────────────────────────────────────────

  /**
   * Writes {@code run.yaml}. Call it before the subject starts. Where the scenario names secrets
   * they are masked; the file then tells in which scenario file, of which digest, they stand.
   */
  public void writeRun(RunAsked asked) throws EvidenceException {
    String file = "run.yaml";
    ObjectNode tree = (ObjectNode) masker.asked(file, asked.tree());
    if (asked.scenario().has("secrets")) {
      Path original = Path.of(asked.scenarioFile());
      try {
        tree.putObject("secrets-stand-in")
            .put("file", asked.scenarioFile())
            .put("sha256", Digests.ofFile(original));
      } catch (IOException e) {
        throw EvidenceException.reading(original, e);
      }
    }
    write(file, Trees.yaml(tree));
  }

  /**
   * Where secrets and card numbers stand that may not, among what this run wrote and saw. Call it
   * when no process writes any more and before {@link #maskLogs()}.
   */
  public List<SecretSeen> secretsSeen(Subject subject, List<Entry> entries, Ledgers ledgers)
      throws EvidenceException {
    SecretSearch search = new SecretSearch(masker, subject);
    search.events(entries);
    search.ledgers(ledgers);
    for (Path log : logs()) {
      try {
        search.log(log);
      } catch (IOException e) {
        throw EvidenceException.reading(log, e);
      }
    }
    return search.seen();
  }

  /** Writes {@code environment.json}. Call it before the subject starts. */
  public void writeEnvironment(EnvironmentRecord environment) throws EvidenceException {
    String file = "environment.json";
    write(file, Trees.json(masker.tree(file, environment.tree())));
  }

  /** The writer of {@code timeline.jsonl}: each line is masked and in the file at once. */
  public Writer timelineWriter() throws EvidenceException {
    return writer(TIMELINE, line -> masker.jsonLine(TIMELINE, line));
  }

  /**
   * A new, empty log for a worker's process, {@code logs/worker-1.log}; for its restarts {@code
   * logs/worker-1.2.log} and so on; {@code logs/prepare.log} for a name that is no number. The
   * process writes it by itself; it is masked by {@link #maskLogs()}, which {@link #seal()} calls.
   */
  public Path log(String worker) throws EvidenceException {
    String name = worker.matches("\\d+") ? "worker-" + worker : worker;
    for (int life = 1; ; life++) {
      Path log = inside("logs/" + name + (life == 1 ? "" : "." + life) + ".log");
      if (!Files.exists(log)) {
        storage.write(log, "");
        return log;
      }
    }
  }

  /**
   * Masks the workers' logs, line by line. Call it when no process writes any more; before the
   * timeline is closed, if what {@link Masker#sightings()} then tells shall stand on it.
   */
  public void maskLogs() throws EvidenceException {
    if (!Files.isDirectory(path.resolve("logs"))) {
      return;
    }
    for (Path log : list(path.resolve("logs"))) {
      LogMasking.mask(path, log, masker);
    }
  }

  /**
   * Writes one CSV file per ledger that was read: a ledger that was read and is empty has a header
   * only, an unread one no file. All are tried, then the first failure is thrown.
   */
  public void writeLedgers(Ledgers ledgers) throws EvidenceException {
    EvidenceException first = null;
    for (LedgerFile file : LedgerFile.values()) {
      Optional<List<LedgerRow>> rows = file.rows(ledgers);
      try {
        if (rows.isPresent()) {
          write(file.file(), LedgerCsv.write(rows.get(), text -> masker.text(file.file(), text)));
        }
      } catch (EvidenceException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Writes {@code raw/<name>}, masked line by line. */
  public void writeRaw(String name, String text) throws EvidenceException {
    try (Writer out = rawWriter(name)) {
      out.write(text);
    } catch (IOException e) {
      throw EvidenceException.writing(path.resolve("raw").resolve(name), e);
    }
  }

  /** Writes {@code raw/<name>} as JSON. */
  public void writeRaw(String name, JsonNode tree) throws EvidenceException {
    write("raw/" + name, Trees.json(masker.tree("raw/" + name, tree)));
  }

  /** A writer of {@code raw/<name>}: each line is masked and in the file at once. */
  public Writer rawWriter(String name) throws EvidenceException {
    return writer("raw/" + name, line -> masker.text("raw/" + name, line));
  }

  /**
   * Closes what is open, masks the logs and writes SHA256SUMS.
   *
   * @return the digest of SHA256SUMS, to be kept outside the folder
   */
  public String seal() throws EvidenceException {
    closeWriters();
    maskLogs();
    try {
      String sums = Sums.text(path);
      storage.write(path.resolve(Sums.FILE), sums);
      return Digests.ofText(sums);
    } catch (IOException e) {
      throw EvidenceException.writing(path.resolve(Sums.FILE), e);
    }
  }

  private void closeWriters() throws EvidenceException {
    synchronized (open) {
      for (Writer writer : open) {
        try {
          writer.close();
        } catch (IOException e) {
          throw EvidenceException.writing(path, e);
        }
      }
    }
  }

  /** Writes {@code verdict.json}; it names the digest of the evidence when that is sealed. */
  public void writeVerdict(CellVerdict verdict) throws EvidenceException {
    writeVerdict(verdict, digest().orElse(null));
  }

  private void writeVerdict(CellVerdict verdict, String evidence) throws EvidenceException {
    storage.write(path.resolve("verdict.json"), verdictText(verdict, evidence));
  }

  private String verdictText(CellVerdict verdict, String evidence) {
    return Trees.json(masker.tree("verdict.json", VerdictJson.tree(verdict, evidence)));
  }

  /** True when {@code verdict.json} is, byte for byte, what this verdict is written as. */
  public boolean holds(CellVerdict verdict) throws EvidenceException {
    return Files.exists(path.resolve("verdict.json"))
        && read("verdict.json", text -> text).equals(verdictText(verdict, digest().orElse(null)));
  }

  /** Writes or replaces {@code report.html}. */
  public void writeReport(String html) throws EvidenceException {
    Storage.replace(path.resolve("report.html"), html.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A new folder beside this one, {@code 1-recheck-1}, with another verdict on the same evidence.
   *
   * @param why such as {@code recheck}
   * @return the folder; it holds {@code verdict.json}, and a report may be added
   */
  public RunFolder judgedAgain(String why, CellVerdict verdict) throws EvidenceException {
    RunFolder again = beside(why);
    again.writeVerdict(verdict, digest().orElse(null));
    return again;
  }

  /**
   * A new folder beside this one, {@code 1-resolution-1}, for what is said about this run; it holds
   * no run.
   *
   * @param why such as {@code resolution}
   */
  public RunFolder beside(String why) throws EvidenceException {
    for (int number = 1; ; number++) {
      Path beside = path.resolveSibling(path.getFileName() + "-" + why + "-" + number);
      try {
        Files.createDirectory(beside);
        return new RunFolder(beside, masker, storage);
      } catch (java.nio.file.FileAlreadyExistsException taken) {
        continue;
      } catch (IOException e) {
        throw EvidenceException.writing(beside, e);
      }
    }
  }

  /** Writes a text into a folder that {@link #beside} made, masked; once. */
  public void writeNote(String name, String text) throws EvidenceException {
    write(name, masker.text(name, text));
  }

  private void write(String file, String text) throws EvidenceException {
    refuseWhenSealed(file);
    storage.write(inside(file), text);
  }

  private Writer writer(String file, java.util.function.UnaryOperator<String> mask)
      throws EvidenceException {
    refuseWhenSealed(file);
    Path target = inside(file);
    try {
      Writer writer = new MaskingWriter(target, storage.create(target), mask);
      synchronized (open) {
        open.add(writer);
      }
      return writer;
    } catch (IOException e) {
      throw EvidenceException.writing(target, e);
    }
  }

  private void refuseWhenSealed(String file) throws EvidenceException {
    if (Files.exists(path.resolve(Sums.FILE))) {
      throw new EvidenceException(
          path,
          "cannot write " + path.resolve(file) + ": the run is sealed; start a new run",
          null);
    }
  }

  private Path inside(String file) {
    Path target = path.resolve(file).normalize();
    if (!target.startsWith(path.normalize()) || target.equals(path.normalize())) {
      throw new IllegalArgumentException(file + " is not a name inside the run's folder");
    }
    return target;
  }

  // ── reading ────────────────────────────────────────────────────────────────────────────────

  /** What was asked for. */
  public RunAsked readRun() throws EvidenceException {
    return RunAsked.of(read("run.yaml", Trees::readYaml));
  }

  /** The tree of {@code environment.json}. */
  public JsonNode readEnvironment() throws EvidenceException {
    return read("environment.json", Trees::readJson);
  }

  /** The tree of {@code raw/<name>}, empty when there is no such file. */
  public Optional<JsonNode> readRaw(String name) throws EvidenceException {
    return Files.exists(path.resolve("raw").resolve(name))
        ? Optional.of(read("raw/" + name, Trees::readJson))
        : Optional.empty();
  }

  /** All entries, masked as they are in the file; without a last line that was cut short. */
  public List<Entry> readTimeline() throws EvidenceException {
    Path file = path.resolve(TIMELINE);
    try {
      return TimelineJson.read(file);
    } catch (IOException e) {
      throw EvidenceException.reading(file, e);
    }
  }

  /**
   * The ledgers; one that has no file is absent. One of more than 64 MiB stays in its file, which
   * is read again for each pass.
   */
  public Ledgers readLedgers() throws EvidenceException {
    return readLedgers(LARGE_BYTES);
  }

  Ledgers readLedgers(long largeBytes) throws EvidenceException {
    return new Ledgers(
        ledger(LedgerFile.BUSINESS, largeBytes),
        ledger(LedgerFile.EXTERNAL, largeBytes),
        ledger(LedgerFile.EXECUTION, largeBytes),
        ledger(LedgerFile.DUE, largeBytes));
  }

  private Optional<List<LedgerRow>> ledger(LedgerFile file, long largeBytes)
      throws EvidenceException {
    Path ledger = path.resolve(file.file());
    try {
      if (Files.exists(ledger) && Files.size(ledger) > largeBytes) {
        return Optional.of(new StoredLedger(ledger));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw EvidenceException.reading(ledger, e);
    }
    return Files.exists(path.resolve(file.file()))
        ? Optional.of(read(file.file(), LedgerCsv::read))
        : Optional.empty();
  }

  /** The verdict, empty when the run was not judged. */
  public Optional<CellVerdict> readVerdict() throws EvidenceException {
    return Files.exists(path.resolve("verdict.json"))
        ? Optional.of(read("verdict.json", text -> VerdictJson.read(Trees.readJson(text))))
        : Optional.empty();
  }

  /** The workers' logs, sorted. */
  public List<Path> logs() throws EvidenceException {
    return Files.isDirectory(path.resolve("logs")) ? list(path.resolve("logs")) : List.of();
  }

  /** Every file of the run with its digest as SHA256SUMS has it; empty when it is not sealed. */
  public Optional<String> sums() throws EvidenceException {
    return Files.exists(path.resolve(Sums.FILE))
        ? Optional.of(read(Sums.FILE, text -> text))
        : Optional.empty();
  }

  /** The digest of SHA256SUMS, empty when the run is not sealed. */
  public Optional<String> digest() throws EvidenceException {
    return sums().map(Digests::ofText);
  }

  /**
   * What differs from SHA256SUMS, sorted by file; empty when nothing does. Compare {@link
   * #digest()} with the one kept elsewhere to know that SHA256SUMS itself is the old one.
   */
  public List<FileChange> verify() throws EvidenceException {
    try {
      return Sums.changes(path);
    } catch (IOException e) {
      throw EvidenceException.reading(path.resolve(Sums.FILE), e);
    }
  }

  private interface Reading<T> {
    T of(String text) throws IOException;
  }

  private <T> T read(String name, Reading<T> reading) throws EvidenceException {
    Path file = path.resolve(name);
    try {
      return reading.of(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw EvidenceException.reading(file, e);
    }
  }

  private static List<Path> list(Path folder) throws EvidenceException {
    try {
      return Digests.files(folder);
    } catch (IOException e) {
      throw EvidenceException.reading(folder, e);
    }
  }
}
