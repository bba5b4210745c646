package dev.threeledger.cost;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.evidence.EvidenceException;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.evidence.RunFolder;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.timeline.Entry;
import dev.threeledger.timeline.Event.NotUnderstood;
import dev.threeledger.timeline.Event.RequestReceived;
import dev.threeledger.timeline.Event.RunStopped;
import dev.threeledger.timeline.Event.StopReason;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run cost. A metric stands in one of the two maps: either its figure is known, or why not.
 *
 * @param figures in the units of {@link Metric#unit}
 * @param unknown a sentence for each that cannot be known
 */
public record RunCosts(Map<Metric, Double> figures, Map<Metric, String> unknown) {
  public RunCosts {
    figures = Collections.unmodifiableMap(copy(figures));
    unknown = Collections.unmodifiableMap(copy(unknown));
  }

  private static <V> Map<Metric, V> copy(Map<Metric, V> map) {
    Map<Metric, V> copy = new EnumMap<>(Metric.class);
    copy.putAll(map);
    return copy;
  }

  /**
   * From the folder alone.
   *
   * @throws EvidenceException when its files cannot be read
   */
  public static RunCosts of(RunFolder folder) throws EvidenceException {
    RunAsked asked = folder.readRun();
    Subject subject = SubjectFile.fromTree(asked.subject(), Path.of(asked.subjectFile()));
    return of(
        subject,
        folder.readTimeline(),
        folder.readRaw("replication.json"),
        folder.readRaw("database-lock-waits.json"));
  }

  static RunCosts of(
      Subject subject,
      List<Entry> timeline,
      Optional<JsonNode> replication,
      Optional<JsonNode> lockWaits) {
    Reading reading = new Reading();
    String cut = cutShort(timeline);
    if (cut != null) {
      for (Metric metric : Metric.values()) {
        reading.unknown(metric, cut);
      }
      return reading.costs();
    }
    reading.keys(subject, timeline);
    reading.statements(timeline);
    reading.known(
        Metric.OUTSIDE_CALLS,
        timeline.stream().filter(entry -> entry.event() instanceof RequestReceived).count());
    reading.writeAheadLog(replication);
    reading.lockWaits(lockWaits);
    return reading.costs();
  }

  /** Why a run cannot be measured as a whole, or null. */
  private static String cutShort(List<Entry> timeline) {
    if (!timeline.isEmpty()
        && timeline.get(timeline.size() - 1).event() instanceof RunStopped stopped) {
      return stopped.reason() == StopReason.QUIET
          ? null
          : "the run did not come to its end: " + stopped.detail();
    }
    return "the timeline has no end";
  }

  /** Under construction. */
  private static final class Reading {
    private final Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    private final Map<Metric, String> unknown = new EnumMap<>(Metric.class);

    void known(Metric metric, double figure) {
      figures.put(metric, figure);
    }

    void unknown(Metric metric, String why) {
      unknown.put(metric, why);
    }

    RunCosts costs() {
      return new RunCosts(figures, unknown);
    }

    void keys(Subject subject, List<Entry> timeline) {
      String why = null;
      if (subject.fencing() == null || subject.fencing().state() == null) {
        why = "the subject declares no table with a state of its keys (fencing)";
      } else {
        KeyTimes times = KeyTimes.of(subject, timeline);
        if (!times.open().isEmpty()) {
          why = "without an end: " + String.join(", ", times.open());
        } else if (times.millis().isEmpty()) {
          why = "there was no key";
        } else {
          known(Metric.DURATION_P50, Ranks.median(times.millis()));
          known(Metric.DURATION_P95, Ranks.percentile(times.millis(), 95));
          return;
        }
      }
      unknown(Metric.DURATION_P50, why);
      unknown(Metric.DURATION_P95, why);
    }

    void statements(List<Entry> timeline) {
      List<StatementCosts> statements = StatementCosts.of(timeline);
      if (statements.isEmpty()
          && timeline.stream().anyMatch(entry -> entry.event() instanceof NotUnderstood)) {
        String why = "no statement could be read on the wire";
        unknown(Metric.STATEMENTS, why);
        unknown(Metric.STATEMENT_TIME, why);
        return;
      }
      known(Metric.STATEMENTS, statements.stream().mapToInt(StatementCosts::sent).sum());
      known(
          Metric.STATEMENT_TIME,
          statements.stream().flatMap(s -> s.millis().stream()).mapToDouble(m -> m).sum());
    }

    void writeAheadLog(Optional<JsonNode> replication) {
      JsonNode bytes = replication.map(tree -> tree.path("walBytes")).orElse(null);
      if (bytes != null && bytes.isNumber()) {
        known(Metric.WAL_BYTES, bytes.asDouble());
      } else {
        unknown(Metric.WAL_BYTES, "the positions of the write-ahead log were not read");
      }
    }

    /** A wait that the server reports ends with another message, which is not counted. */
    void lockWaits(Optional<JsonNode> messages) {
      if (messages.isEmpty() || !messages.get().isArray()) {
        unknown(Metric.LOCK_WAITS, "the server's log was not read");
        return;
      }
      int waits = 0;
      for (JsonNode message : messages.get()) {
        boolean begins = message.path("text").asText().contains(" still waiting for ");
        waits += begins && message.hasNonNull("worker") ? 1 : 0;
      }
      known(Metric.LOCK_WAITS, waits);
    }
  }
}
