package dev.threeledger.check;

import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Gathers what one check has to say. The result gives findings in the order of the timeline. */
final class Findings {
  private final String check;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> doubts = new LinkedHashSet<>();
  private final Optional<String> starved;

  /** Of a check that does not go by wall clock. */
  Findings(String check) {
    this(check, Optional.empty());
  }

  /** Of a check that goes by wall clock, see {@link #addByClock}. */
  Findings(String check, Events events) {
    this(check, Starvation.of(events));
  }

  private Findings(String check, Optional<String> starved) {
    this.check = check;
    this.starved = starved;
  }

  /** A violation. {@code at} need not be repeated among {@code events}. */
  void add(String key, String message, long at, List<Long> events) {
    List<Long> shown = Stream.concat(Stream.of(at), events.stream()).distinct().sorted().toList();
    findings.add(new Finding(check, key, message, at, shown));
  }

  /**
   * A violation that a busy machine can bring about: of a run whose workers were starved of CPUs
   * ({@link Starvation}) it is a note, and the reason a doubt.
   */
  void addByClock(String key, String message, long at, List<Long> events) {
    if (starved.isPresent()) {
      note("not held against it: " + message);
      doubt(starved.get());
    } else {
      add(key, message, at, events);
    }
  }

  /** True where {@link #addByClock} accuses nobody. */
  boolean starved() {
    return starved.isPresent();
  }

  /** Worth telling, accuses nobody. */
  void note(String note) {
    notes.add(note);
  }

  /** Why the check cannot say PASS, should there be no finding. */
  void doubt(String reason) {
    doubts.add(reason);
  }

  /** True when it has nothing to say. */
  boolean silent() {
    return findings.isEmpty() && notes.isEmpty() && doubts.isEmpty();
  }

  /** What another one has to say, after what this one has. */
  void addAll(Findings more) {
    findings.addAll(more.findings);
    notes.addAll(more.notes);
    doubts.addAll(more.doubts);
  }

  /** FAIL with a finding, else INCONCLUSIVE with a doubt, else PASS. */
  CheckResult result() {
    findings.sort(Comparator.comparingLong(Finding::at));
    if (!findings.isEmpty()) {
      List<String> told =
          Stream.concat(notes.stream(), doubts.stream().map(doubt -> "not judged: " + doubt))
              .toList();
      return CheckResult.of(check, findings, told);
    }
    if (!doubts.isEmpty()) {
      return new CheckResult(
          check, Verdict.INCONCLUSIVE, List.of(), List.copyOf(notes), String.join("; ", doubts));
    }
    return CheckResult.of(check, List.of(), List.copyOf(notes));
  }
}
