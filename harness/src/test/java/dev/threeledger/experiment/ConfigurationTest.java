package dev.threeledger.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private static final Map<String, String> BASE =
      Map.of(
          "subject.command", "[java, -cp, app.jar:lib/pg-1.jar, Main]",
          "subject.version", "1",
          "subject.artifact", "a:app 1",
          "subject.files.app.jar", "aa",
          "subject.files.lib/pg-1.jar", "bb",
          "subject.dependencies.org:pg", "1",
          "subject.dependencies.org:log", "7",
          "subject.environment.MODE", "slow",
          "settings.lease", "30s",
          "data", "x.sql cc");

  private static Configuration with(String... changes) {
    Map<String, String> values = new TreeMap<>(BASE);
    for (String change : changes) {
      String[] parts = change.split("=", 2);
      if (parts.length == 1) {
        values.remove(parts[0]);
      } else {
        values.put(parts[0], parts[1]);
      }
    }
    return Configuration.of(values);
  }

  @Test
  void differencesNameWhatStandsOnOneSideOnly() {
    Configuration candidate = with("settings.lease=2s", "data", "settings.new=1");
    assertThat(Configuration.differences(with(), candidate))
        .containsExactly(
            new Difference("data", "x.sql cc", null),
            new Difference("settings.lease", "30s", "2s"),
            new Difference("settings.new", null, "1"));
    assertThat(Configuration.differences(with(), with())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "settings.lease | settings.lease=2s | ''",
        "settings.lease | settings.leaseTime=2s | settings.leaseTime",
        "data | data.a.sql=dd | ''",
        "subject.version | subject.version=2;subject.artifact=a:app 2;subject.files.app.jar=ee | ''",
        "subject.version | subject.version=2;subject.dependencies.org:log=8 | subject.dependencies.org:log",
        "subject.version | subject.version=2;subject.environment.MODE=fast | subject.environment.MODE",
        "subject.version | subject.version=2;subject.command=[java, -cp, app.jar:lib/pg-1.jar, Main, --fast] | subject.command",
        "subject.dependencies.org:pg | subject.dependencies.org:pg=2;subject.files.lib/pg-1.jar;subject.files.lib/pg-2.jar=ff;subject.command=[java, -cp, app.jar:lib/pg-2.jar, Main] | ''",
        "subject.dependencies.org:pg | subject.dependencies.org:pg=2;subject.version=1-pg2;subject.files.app.jar=ee | ''",
        "subject.dependencies.org:pg | subject.dependencies.org:pg=2;subject.dependencies.org:log=8 | subject.dependencies.org:log",
        "subject.command | subject.command=[java, -jar, new.jar];subject.files.app.jar;subject.files.lib/pg-1.jar;subject.files.new.jar=ff;subject.artifact=a:new 1 | ''",
        "subject.command | subject.command=[java, -Xmx1g];subject.files.app.jar=ee | subject.files.app.jar",
        "settings.lease | settings.lease=2s;subject.version=2 | subject.version",
      })
  void whatFollowsFromThePlaceIsNotBesideIt(String changed, String changes, String beside) {
    Configuration candidate = with(changes.split(";"));
    List<String> paths =
        Configuration.beside(changed, with(), candidate).stream().map(Difference::path).toList();
    assertThat(String.join(";", paths)).isEqualTo(beside);
  }
}
