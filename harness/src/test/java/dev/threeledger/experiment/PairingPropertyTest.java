package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.threeledger.experiment.ExperimentResult.ThresholdResult;
import dev.threeledger.experiment.Pairing.Half;
import dev.threeledger.scenario.Scenario;
import dev.threeledger.timeline.Event.StopReason;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PairingPropertyTest {
  private static final Scenario SCENARIO = new SampleRun("baseline/normal/normal/1").scenario();

  /** What decides a run's place in a pair; a null verdict: it is missing. */
  record Given(Verdict verdict, boolean landed, String seed) {}

  @Provide
  Arbitrary<Given> given() {
    return Combinators.combine(
            Arbitraries.of(Verdict.class).injectNull(0.1),
            Arbitraries.of(true, true, true, false),
            Arbitraries.of("7", "7", "7", "8"))
        .as(Given::new);
  }

  @Property
  void onlyTwoConclusiveRunsGiveAClass(@ForAll("given") Given a, @ForAll("given") Given b) {
    Pairing pair = pair(a, b);
    boolean conclusive =
        a.verdict != null
            && b.verdict != null
            && a.verdict != Verdict.INCONCLUSIVE
            && b.verdict != Verdict.INCONCLUSIVE;
    boolean alike = a.landed == b.landed && a.seed.equals(b.seed);

    assertThat(pair.comparable()).isEqualTo(conclusive && alike);
    assertThat(pair.why().isEmpty()).isEqualTo(pair.comparable());
    if (pair.pairClass() == PairClass.FIXED) {
      assertThat(List.of(a.verdict, b.verdict)).containsExactly(Verdict.FAIL, Verdict.PASS);
    }
  }

  @Provide
  Arbitrary<Threshold> threshold() {
    Arbitrary<Integer> bound = Arbitraries.integers().between(0, 3).injectNull(0.4);
    Arbitrary<PairClass> classes =
        Arbitraries.of(PairClass.SAME_PASS, PairClass.SAME_FAIL, PairClass.FIXED, PairClass.BROKEN);
    return Arbitraries.oneOf(
        Arbitraries.of(true, false).map(Threshold.Verdicts::new),
        Combinators.combine(classes, bound, bound).as(Threshold.Pairs::new));
  }

  @Property
  void whatBecomesInconclusiveMeetsNoThresholdThatWasMissed(
      @ForAll("pairs") List<List<Given>> pairs, @ForAll("threshold") Threshold threshold) {
    for (int place = 0; place < pairs.size(); place++) {
      for (int side = 0; side < 2; side++) {
        List<List<Given>> worse = new ArrayList<>(pairs);
        List<Given> changed = new ArrayList<>(pairs.get(place));
        Given was = changed.get(side);
        changed.set(side, new Given(Verdict.INCONCLUSIVE, was.landed, was.seed));
        worse.set(place, changed);

        if (!judge(threshold, pairs).met() && was.verdict == Verdict.PASS) {
          assertThat(judge(threshold, worse).met()).isFalse();
        }
      }
    }
  }

  @Property
  void whatIsNotResolvedIsNotMet(
      @ForAll("pairs") List<List<Given>> pairs, @ForAll("threshold") Threshold threshold) {
    ThresholdResult result = judge(threshold, pairs);
    assertThat(result.met() && !result.resolved()).isFalse();
    assertThat(judge(threshold, List.of()).met()).isFalse();
  }

  @Provide
  Arbitrary<List<List<Given>>> pairs() {
    return given().list().ofSize(2).list().ofMaxSize(4);
  }

  private static ThresholdResult judge(Threshold threshold, List<List<Given>> pairs) {
    List<Pairing> all = pairs.stream().map(pair -> pair(pair.get(0), pair.get(1))).toList();
    return new ThresholdJudge(all, List.of()).judge(threshold);
  }

  private static Pairing pair(Given baseline, Given candidate) {
    return Pairing.of(
        "normal/normal", 1, half(baseline, "none"), half(candidate, "other"), "settings.defect");
  }

  private static Half half(Given given, String defect) {
    if (given.verdict == null) {
      return new Half(null, "it was not run");
    }
    List<String> missing = given.landed ? List.of() : List.of("not seen");
    CheckResult check =
        switch (given.verdict) {
          case PASS -> CheckResult.of("stable-key", List.of(), List.of());
          case INCONCLUSIVE -> CheckResult.inconclusive("stable-key", "nothing happened");
          case FAIL ->
              CheckResult.of(
                  "stable-key",
                  List.of(new Finding("stable-key", "a", "Two keys.", 3, List.of(3L))),
                  List.of());
        };
    CellVerdict verdict =
        new CellVerdict(
            given.verdict,
            Verdict.PASS,
            List.of(),
            List.of(check),
            List.of(new Landing("kill", given.landed, List.of(), missing, List.of())));
    return new Half(
        new JudgedRun(
            "x/normal/normal/1",
            null,
            null,
            SCENARIO,
            verdict,
            new RunFacts(StopReason.QUIET, List.of(), 0, List.of(), null),
            Configuration.of(Map.of("settings.defect", defect, "seed", given.seed)),
            MissingNode.getInstance(),
            List.of()),
        null);
  }
}
