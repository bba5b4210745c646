package dev.threeledger.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.threeledger.bench.Figure.Better;
import dev.threeledger.check.RunRecord;
import dev.threeledger.evidence.BatchFolder;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.run.Rejudge;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A run of a million events: appended to a masked file as in a run, read again, and judged by all
 * checks; and the same of a quarter, which shows whether time grows with the events.
 */
final class TimelineBench {
  private static final String GROUP = "timeline";

  private final List<Double> appended = new ArrayList<>();
  private final List<Double> written = new ArrayList<>();
  private final List<Double> read = new ArrayList<>();
  private final List<Double> parsed = new ArrayList<>();
  private final List<Double> judged = new ArrayList<>();
  private final List<Double> judgedQuarter = new ArrayList<>();
  private final List<Double> kept = new ArrayList<>();
  private final List<Double> fileBytes = new ArrayList<>();
  private final Path folder;

  private TimelineBench(Path folder) {
    this.folder = folder;
  }

  static List<Figure> measure(Options options, Map<String, String> skipped) throws Exception {
    TimelineBench bench = new TimelineBench(options.folder().resolve("timeline"));
    int events = options.pick(1_000_000, 100_000);
    bench.round(events / 10); // warm
    bench.forget();
    for (int round = 0; round < options.pick(3, 2); round++) {
      bench.round(events);
    }
    return bench.figures();
  }

  private void round(int atLeast) throws Exception {
    SampleRun sample = SampleRun.of(atLeast);
    Path file = append(sample.events());
    write(file);
    fileBytes.add((double) Files.size(file) / sample.events().size());
    parse(file, sample.events().size());
    long before = Heap.retained();
    long start = System.nanoTime();
    List<Entry> timeline = RunFolder.open(file.getParent()).readTimeline();
    read.add(timeline.size() * 1e9 / (System.nanoTime() - start));
    kept.add((double) (Heap.retained() - before) / timeline.size());
    judged.add(judge(sample.record(timeline)) / timeline.size());
    SampleRun quarter = SampleRun.of(atLeast / 4);
    List<Entry> entries = new ArrayList<>();
    for (Event event : quarter.events()) {
      entries.add(new Entry(entries.size() + 1L, entries.size() * 1_000L, event));
    }
    judgedQuarter.add(judge(quarter.record(entries)) / entries.size());
    Files.delete(file);
  }

  private void forget() {
    for (List<Double> values :
        List.of(appended, written, read, parsed, judged, judgedQuarter, kept, fileBytes)) {
      values.clear();
    }
  }

  /** As in a run: numbered, kept, written as JSON, masked, each line in the file at once. */
  private Path append(List<Event> events) throws IOException {
    RunFolder run = BatchFolder.create(folder).run("bench/timeline", 1);
    Files.writeString(run.path().resolve("run.yaml"), "");
    Timeline timeline = new Timeline(run.timelineWriter(), System::nanoTime);
    long start = System.nanoTime();
    events.forEach(timeline::append);
    timeline.close();
    appended.add(events.size() * 1e9 / (System.nanoTime() - start));
    return run.path().resolve("timeline.jsonl");
  }

  /** The floor: the same lines, made before, each in the file at once. */
  private void write(Path lines) throws IOException {
    List<byte[]> bytes = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(lines)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        bytes.add((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    Path file = Files.createTempFile(folder, "floor", ".jsonl");
    long start = System.nanoTime();
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] line : bytes) {
        out.write(line);
      }
    }
    written.add(bytes.size() * 1e9 / (System.nanoTime() - start));
    Files.delete(file);
  }

  /** What reading JSON costs alone: each line to a tree, and forgotten. */
  private void parse(Path file, int events) throws IOException {
    JsonMapper mapper = JsonMapper.builder().build();
    long start = System.nanoTime();
    int lines = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines += mapper.readTree(line).size() > 0 ? 1 : 0;
      }
    }
    parsed.add(lines * 1e9 / (System.nanoTime() - start));
    if (lines != events) {
      throw new IllegalStateException(lines + " lines instead of " + events);
    }
  }

  /** Nanoseconds. */
  private static double judge(RunRecord record) {
    long start = System.nanoTime();
    CellVerdict verdict = Rejudge.judge(record);
    double nanos = System.nanoTime() - start;
    if (verdict.verdict() != Verdict.PASS) {
      throw new IllegalStateException("the sample run is judged " + verdict);
    }
    return nanos;
  }

  private List<Figure> figures() {
    return List.of(
        Figure.reference(GROUP, "append, masked and flushed", "events/s", Better.HIGHER, appended)
            .against("the same lines, only written", written),
        Figure.reference(GROUP, "read again", "events/s", Better.HIGHER, read)
            .against("JSON read to trees and forgotten", parsed),
        Figure.reference(GROUP, "kept in memory", "bytes an event", Better.LOWER, kept)
            .against("bytes of the line in the file", fileBytes),
        Figure.reference(GROUP, "judged by all checks", "ns an event", Better.LOWER, judged)
            .against("of a quarter of the events", judgedQuarter)
            .aiming("about 1: linear"));
  }
}
