package dev.threeledger.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.threeledger.evidence.RunAsked;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A small batch in memory. */
final class Summaries {
  static final String DIGEST = "d".repeat(64);
  static final String EVIDENCE = "e".repeat(64);

  private Summaries() {}

  static BatchSummary three() {
    return new BatchSummary(
        "20261129-120000-a1b2",
        DIGEST,
        List.of(
            cell("crash/failure", fail("Charged twice.")),
            cell("crash/normal", verdict(Verdict.PASS, Verdict.PASS, List.of())),
            cell(
                "lost/failure",
                verdict(Verdict.INCONCLUSIVE, Verdict.PASS, List.of("Fault drop did not land.")))),
        List.of("lost/normal"));
  }

  static BatchSummary one(CellSummary cell) {
    return new BatchSummary("b", DIGEST, List.of(cell), List.of());
  }

  static CellSummary cell(String id, CellVerdict verdict) {
    return new CellSummary(
        asked(id, "", null), verdict, Duration.ofMillis(2345), id + "/1", EVIDENCE);
  }

  /** What was asked of a run on that side of an experiment. */
  static RunAsked of(String side) {
    return asked("duplicate-trigger/failure", side, DIGEST);
  }

  private static RunAsked asked(String id, String side, String registered) {
    JsonNodeFactory tree = JsonNodeFactory.instance;
    return new RunAsked(
        id,
        id,
        7,
        1,
        List.of(),
        "scenarios/x.yaml",
        "subject.yaml",
        Map.of(),
        tree.objectNode(),
        tree.objectNode(),
        side,
        registered);
  }

  static CellVerdict fail(String message) {
    Finding finding = new Finding("at-most-one-effect", "1/a", message, 42, List.of(17L, 42L));
    return new CellVerdict(
        Verdict.FAIL,
        Verdict.PASS,
        List.of(),
        List.of(CheckResult.of("at-most-one-effect", List.of(finding), List.of())),
        List.of(new Landing("kill", true, List.of("Gone."), List.of(), List.of(20L))));
  }

  static CellVerdict verdict(Verdict verdict, Verdict expected, List<String> reasons) {
    return new CellVerdict(verdict, expected, reasons, List.of(), List.of());
  }
}
