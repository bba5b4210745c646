package dev.threeledger.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ScenarioRoundTripTest {
  private static final Known KNOWN =
      new Known(Formats.inContainers(Formats.subject()), Formats.OPERATIONS, Formats.CHECKS);
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final YAMLMapper FEW_QUOTES =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  @Provide
  Arbitrary<Scenario> scenarios() {
    return Scenarios.all();
  }

  @Property(tries = 300)
  void whatIsWrittenIsReadAsTheSameScenario(@ForAll("scenarios") Scenario scenario)
      throws IOException {
    ObjectNode tree = ScenarioJson.write(scenario);
    assertThat(Schemas.problems(Schemas.SCENARIO, tree)).isEmpty();
    for (YAMLMapper mapper : new YAMLMapper[] {YAML, FEW_QUOTES}) {
      String text = mapper.writeValueAsString(tree);
      assertThat(mapper.readTree(text)).isEqualTo(tree);
      Problems problems = new Problems();
      Tree.Mapping read =
          (Tree.Mapping) YamlFile.parse(text, Scenarios.FILE, problems).orElseThrow();
      assertThat(read.json()).isEqualTo(tree);
      Optional<Scenario> same =
          new ScenarioReader(Scenarios.FILE, KNOWN, problems).read(read.without("cell"), null);
      assertThat(problems.list()).isEmpty();
      assertThat(same).contains(scenario);
      assertThat(ScenarioJson.write(same.get())).hasToString(tree.toString());
    }
  }
}
