package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryJsonTest {

  @Test
  void writesTheDocumentedForm() {
    CellSummary cell = Summaries.cell("crash/failure", Summaries.fail("Charged twice."));

    assertThat(SummaryJson.text(Summaries.one(cell)))
        .isEqualTo(
            """
            {
              "batch" : "b",
              "digest" : "%s",
              "good" : false,
              "totals" : {
                "cells" : 1,
                "asExpected" : 0,
                "PASS" : 0,
                "INCONCLUSIVE" : 0,
                "FAIL" : 1,
                "notRun" : 0
              },
              "cells" : [ {
                "cell" : "crash/failure",
                "attempt" : 1,
                "seed" : 7,
                "verdict" : "FAIL",
                "expected" : "PASS",
                "asExpected" : false,
                "durationMillis" : 2345,
                "landed" : [ "kill" ],
                "notLanded" : [ ],
                "firstDeviation" : {
                  "check" : "at-most-one-effect",
                  "key" : "1/a",
                  "message" : "Charged twice.",
                  "at" : 42
                },
                "reasons" : [ ],
                "folder" : "crash/failure/1",
                "evidence" : "%s",
                "repeat" : "./threeledger run scenarios/x.yaml --cell crash/failure --seed 7"
              } ],
              "notRun" : [ ]
            }
            """
                .formatted(Summaries.DIGEST, Summaries.EVIDENCE));
  }

  @Test
  void satisfiesItsSchemaAlsoWhenNothingRan() throws IOException {
    BatchSummary empty = new BatchSummary("b", Summaries.DIGEST, List.of(), List.of());
    for (BatchSummary summary : List.of(Summaries.three(), empty)) {
      JsonNode tree = new ObjectMapper().readTree(SummaryJson.text(summary));
      try (InputStream schema = getClass().getResourceAsStream("/schema/summary.schema.json")) {
        assertThat(
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(schema)
                    .validate(tree))
            .isEmpty();
      }
    }
  }
}
