package dev.threeledger.check;

import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Gathers what one check has to say. The result gives findings in the order of the timeline. */
final class Findings {
  private final String check;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> doubts = new LinkedHashSet<>();

  Findings(String check) {
    this.check = check;
  }

  /** A violation. {@code at} need not be repeated among {@code events}. */
  void add(String key, String message, long at, List<Long> events) {
    List<Long> shown = Stream.concat(Stream.of(at), events.stream()).distinct().sorted().toList();
    findings.add(new Finding(check, key, message, at, shown));
  }

  /** Worth telling, accuses nobody. */
  void note(String note) {
    notes.add(note);
  }

  /** Why the check cannot say PASS, should there be no finding. */
  void doubt(String reason) {
    doubts.add(reason);
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
