package dev.threeledger.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.threeledger.evidence.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run stood on against what there is now. */
class ChangesTest {
  private static final String THEN =
      """
      { "versions": { "threeledger": "1.0", "java": "17.0.9", "postgres": "18.6", "toxiproxy": "embedded 2.1" },
        "digests": { "data": { "path": "data/x.sql", "sha256": "aa" },
          "outside": { "path": "scenarios/external", "sha256": "bb" },
          "command": [ { "path": "target/x.jar", "sha256": "cc" } ], "prepare": [] } }""";

  private static Changes changes(String then, String now) throws Exception {
    JsonNode before = new ObjectMapper().readTree(then);
    return Changes.between(before, new ObjectMapper().readTree(now));
  }

  @Test
  void nothingDiffers() throws Exception {
    assertThat(changes(THEN, THEN)).isEqualTo(new Changes(List.of(), List.of()));
  }

  @Test
  void everyDifferenceIsTold() throws Exception {
    String now =
        THEN.replace("17.0.9", "17.0.10")
            .replace("18.6", "18.7")
            .replace("\"aa\"", "\"ab\"")
            .replace("\"bb\"", "\"bc\"")
            .replace("\"cc\"", "\"cd\"");
    Changes changes = changes(THEN, now);
    assertThat(changes.changed())
        .containsExactly(
            new Change("version of java", "17.0.9", "17.0.10"),
            new Change("version of postgres", "18.6", "18.7"),
            new Change("digest of the data data/x.sql", "aa", "ab"),
            new Change("digest of the outside systems", "bb", "bc"),
            new Change("digest of the subject's command, target/x.jar", "cc", "cd"));
    assertThat(changes.ofSubject(true)).extracting(Change::then).containsExactly("cc");
    assertThat(changes.ofSubject(false)).hasSize(4);
    assertThat(changes.notVerified()).isEmpty();
  }

  @Test
  void aFileThatIsGoneDiffers() throws Exception {
    String now = THEN.replace("{ \"path\": \"target/x.jar\", \"sha256\": \"cc\" }", "");
    assertThat(changes(THEN, now).changed())
        .containsExactly(new Change("digest of the subject's command, target/x.jar", "cc", "gone"));
  }

  @Test
  void anotherBuildOfTheSubjectsImageDiffersAndConcernsTheSubject() throws Exception {
    String then =
        THEN.replace("\"postgres\"", "\"subject image\": \"my/x:1 sha256:aa\", \"postgres\"");
    assertThat(changes(then, then)).isEqualTo(new Changes(List.of(), List.of()));

    Changes rebuilt = changes(then, then.replace("sha256:aa", "sha256:ab"));
    assertThat(rebuilt.changed())
        .containsExactly(
            new Change("digest of the subject's image", "my/x:1 sha256:aa", "my/x:1 sha256:ab"));
    assertThat(rebuilt.ofSubject(true)).isEqualTo(rebuilt.changed());
    assertThat(changes(then, THEN).changed())
        .containsExactly(new Change("digest of the subject's image", "my/x:1 sha256:aa", "gone"));
  }

  @Test
  void whatTheRecordDoesNotHoldIsNotVerified() throws Exception {
    String then =
        THEN.replace("\"outside\": { \"path\": \"scenarios/external\", \"sha256\": \"bb\" },", "")
            .replace("\"1.0\"", "\"not verified: not run from its jar\"");
    assertThat(changes(then, THEN))
        .isEqualTo(
            new Changes(
                List.of(),
                List.of(
                    "version of threeledger: the record says not verified: not run from its jar",
                    "digest of the outside systems: the record does not hold it")));
  }
}
