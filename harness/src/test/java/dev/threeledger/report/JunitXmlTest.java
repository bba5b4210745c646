package dev.threeledger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.verdict.Verdict;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class JunitXmlTest {

  @Test
  void writesASuitePerScenarioAndACasePerRun() {
    assertThat(JunitXml.text(Summaries.three()))
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="threeledger" tests="4" failures="1" errors="1" skipped="1" time="7.035">
            <testsuite name="crash" tests="2" failures="1" errors="0" skipped="0" time="4.690">
            <properties><property name="threeledger.batch" value="20261129-120000-a1b2"/><property name="threeledger.batch.digest" value="%1$s"/><property name="threeledger.seed" value="7"/></properties>
            <testcase classname="crash" name="failure" time="2.345"><failure message="Charged twice." type="FAIL instead of PASS">./threeledger run scenarios/x.yaml --cell crash/failure --seed 7
            at-most-one-effect: Charged twice. (event 42)</failure><system-out>crash/failure/1
            %2$s</system-out></testcase>
            <testcase classname="crash" name="normal" time="2.345"><system-out>crash/normal/1
            %2$s</system-out></testcase>
            </testsuite>
            <testsuite name="lost" tests="2" failures="0" errors="1" skipped="1" time="2.345">
            <properties><property name="threeledger.batch" value="20261129-120000-a1b2"/><property name="threeledger.batch.digest" value="%1$s"/><property name="threeledger.seed" value="7"/></properties>
            <testcase classname="lost" name="failure" time="2.345"><error message="Fault drop did not land." type="INCONCLUSIVE instead of PASS">./threeledger run scenarios/x.yaml --cell lost/failure --seed 7
            Fault drop did not land.</error><system-out>lost/failure/1
            %2$s</system-out></testcase>
            <testcase classname="lost" name="normal" time="0.000"><skipped message="not run: the batch was stopped before"/></testcase>
            </testsuite>
            </testsuites>
            """
                .formatted(Summaries.DIGEST, Summaries.EVIDENCE));
  }

  @Test
  void canaryThatPassedIsAFailureAndOneThatFailedASuccess() throws Exception {
    Element passed = parse(Summaries.verdict(Verdict.PASS, Verdict.FAIL, List.of()));
    Element failed = parse(Summaries.verdict(Verdict.FAIL, Verdict.FAIL, List.of()));

    assertThat(((Element) passed.getElementsByTagName("failure").item(0)).getAttribute("message"))
        .isEqualTo("expected FAIL, got PASS");
    assertThat(failed.getAttribute("failures")).isEqualTo("0");
  }

  @Test
  void whateverASubjectWroteStaysText() throws Exception {
    String nasty = "]]></failure><x a=\"'&\u0000\u001b[31m\ud800";

    Element root = parse(Summaries.fail(nasty));

    assertThat(root.getElementsByTagName("x").getLength()).isZero();
    assertThat(((Element) root.getElementsByTagName("failure").item(0)).getAttribute("message"))
        .isEqualTo("]]></failure><x a=\"'&\ufffd\ufffd[31m\ufffd");
  }

  private static Element parse(dev.threeledger.verdict.CellVerdict verdict) throws Exception {
    String xml = JunitXml.text(Summaries.one(Summaries.cell("a/b", verdict)));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }
}
