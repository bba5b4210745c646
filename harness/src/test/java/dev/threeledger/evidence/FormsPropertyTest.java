package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.threeledger.ledger.Csv;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;

class FormsPropertyTest {

  @Property(tries = 500)
  void csvGivesBackAnyFields(
      @ForAll @Size(min = 2, max = 4) List<@NotEmpty String> first,
      @ForAll @Size(min = 2, max = 4) List<String> second) {
    List<List<String>> records = List.of(first, second);

    String text = records.stream().map(Csv::line).collect(Collectors.joining());

    assertThat(Csv.read(text)).isEqualTo(records);
  }

  @Property(tries = 1000)
  void yamlGivesBackAnyText(@ForAll String name, @ForAll String value) throws IOException {
    ObjectNode tree = Trees.object();
    tree.put("k" + name, value);
    tree.putArray("list").add(value).add(12).addNull().add(true);

    assertThat(Trees.readYaml(Trees.yaml(tree))).isEqualTo(tree);
  }
}
