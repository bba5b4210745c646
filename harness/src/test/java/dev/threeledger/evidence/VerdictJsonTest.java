package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.threeledger.verdict.CellVerdict;
import dev.threeledger.verdict.CheckResult;
import dev.threeledger.verdict.Finding;
import dev.threeledger.verdict.Landing;
import dev.threeledger.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictJsonTest {

  static CellVerdict fail() {
    Finding finding =
        new Finding(
            "at-most-one-effect",
            "1/2026-01-31",
            "Key 1/2026-01-31 was charged twice.",
            42,
            List.of(17L, 42L));
    return new CellVerdict(
        Verdict.FAIL,
        Verdict.PASS,
        List.of(),
        List.of(
            CheckResult.of("at-most-one-effect", List.of(finding), List.of()),
            CheckResult.inconclusive("compensated", "no saga ran")),
        List.of(
            new Landing("kill", true, List.of("No process is left."), List.of(), List.of(20L))));
  }

  @Test
  void writesTheDocumentedForm() {
    assertThat(Trees.json(VerdictJson.tree(fail(), null)))
        .isEqualTo(
            """
            {
              "verdict" : "FAIL",
              "expected" : "PASS",
              "asExpected" : false,
              "evidence" : null,
              "firstDeviation" : {
                "check" : "at-most-one-effect",
                "key" : "1/2026-01-31",
                "message" : "Key 1/2026-01-31 was charged twice.",
                "at" : 42,
                "events" : [ 17, 42 ]
              },
              "reasons" : [ ],
              "landings" : [ {
                "fault" : "kill",
                "landed" : true,
                "proof" : [ "No process is left." ],
                "missing" : [ ],
                "events" : [ 20 ]
              } ],
              "checks" : [ {
                "check" : "at-most-one-effect",
                "verdict" : "FAIL",
                "reason" : null,
                "findings" : [ {
                  "check" : "at-most-one-effect",
                  "key" : "1/2026-01-31",
                  "message" : "Key 1/2026-01-31 was charged twice.",
                  "at" : 42,
                  "events" : [ 17, 42 ]
                } ],
                "notes" : [ ]
              }, {
                "check" : "compensated",
                "verdict" : "INCONCLUSIVE",
                "reason" : "no saga ran",
                "findings" : [ ],
                "notes" : [ ]
              } ]
            }
            """);
  }

  @Test
  void satisfiesItsSchemaAndIsReadBack() throws IOException {
    String text = Trees.json(VerdictJson.tree(fail(), Digests.ofText("")));
    try (InputStream schema = getClass().getResourceAsStream("/schema/verdict.schema.json")) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(Trees.readJson(text)))
          .isEmpty();
    }
    assertThat(VerdictJson.read(Trees.readJson(text))).isEqualTo(fail());
  }
}
