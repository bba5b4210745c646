package dev.threeledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code scenarios/README.md} name what is there. */
class ConclusionsTest {
  private static final Path SCENARIOS = Path.of("../scenarios");
  private static final Pattern CODE = Pattern.compile("`([a-z0-9-]+)`");
  private static final Pattern NAME = Pattern.compile("(?m)^scenario: (\\S+)$");

  private final String page = read(SCENARIOS.resolve("README.md"));
  private final Set<String> scenarios = scenarios();

  @Test
  void everyConclusionNamesScenariosAndChecksThatExist() {
    List<String[]> rows = rows("## What is concluded from what");

    assertThat(rows).hasSizeGreaterThan(10);
    for (String[] row : rows) {
      assertThat(names(row[2])).as(row[1]).isNotEmpty().isSubsetOf(scenarios);
      assertThat(names(row[3])).as(row[1]).isNotEmpty().isSubsetOf(Checks.names());
    }
  }

  @Test
  void everyCheckButTheExpectationsStandsBehindAConclusion() {
    Set<String> named = new TreeSet<>();
    rows("## What is concluded from what").forEach(row -> named.addAll(names(row[3])));

    Set<String> checks = new TreeSet<>(Checks.names());
    checks.removeAll(named);
    // secrets are no matter of repetition; expectations are the scenario's own
    assertThat(checks).containsExactly("as-expected", "secrets-masked");
  }

  @Test
  void everyScenarioHasARow() {
    Set<String> listed =
        rows("# Scenarios").stream()
            .flatMap(row -> names(row[1]).stream())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(listed).isEqualTo(scenarios);
  }

  /** The cells of the first table below a heading's line, without its head. */
  private List<String[]> rows(String heading) {
    String from = page.substring(page.indexOf(heading));
    return from.lines()
        .dropWhile(line -> !line.startsWith("|"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> line.split("(?<!\\\\)\\|"))
        .toList();
  }

  private static Set<String> names(String cell) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /** Names of all scenarios but the canaries. */
  private static Set<String> scenarios() {
    Set<String> names = new TreeSet<>();
    for (String family : List.of("statement", "order")) {
      try (Stream<Path> files = Files.list(SCENARIOS.resolve(family))) {
        files.forEach(
            file -> {
              Matcher matcher = NAME.matcher(read(file));
              assertThat(matcher.find()).as(file.toString()).isTrue();
              names.add(matcher.group(1));
            });
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return names;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
