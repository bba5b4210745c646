package dev.threeledger.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideSystemsTest {
  @TempDir Path directory;

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String mapping(String name, String parameters) {
    return "{ \"name\": \""
        + name
        + "\",\n\"request\": { \"method\": \"POST\", \"urlPath\": \"/x\" },\n"
        + "\"response\": { \"status\": 200 },\n\"serveEventListeners\": [ { \"name\":"
        + " \"effect-ledger\",\n\"parameters\": {"
        + parameters
        + "} } ] }";
  }

  private List<String> problems() {
    OutsideProblemsException e =
        catchThrowableOfType(OutsideProblemsException.class, () -> OutsideSystems.load(directory));
    return e.problems().stream().map(problem -> problem.replace(directory + "/", "")).toList();
  }

  @Test
  void loadsTheShippedSystems() throws IOException {
    OutsideSystems systems = OutsideSystems.load(Path.of("../scenarios/external"));
    assertThat(systems.systems()).containsExactly("inventory", "payments", "shipping");
    assertThat(systems.operations())
        .contains("payments.charge", "payments.find", "payments.refund");
    assertThat(systems.effects())
        .containsAllEntriesOf(Map.of("payments.charge", "charge", "payments.refund", "refund"));
  }

  @Test
  void loadsSeveralMappingsOfOneFileAndNamesOneByItsFile() throws IOException {
    write(
        "a/two.json",
        "{\"mappings\":[" + mapping("a.x", "") + "," + mapping("a.y", "\"effect\":\"e\"") + "]}");
    write("b/only.json", "{\"request\":{\"urlPath\":\"/z\"},\"response\":{\"status\":204}}");
    write("README.md", "not a mapping");
    OutsideSystems systems = OutsideSystems.load(directory);
    assertThat(systems.operations()).containsExactly("a.x", "a.y", "b.only");
    assertThat(systems.systems()).containsExactly("a", "b");
  }

  @Test
  void tellsAllProblemsOfAllFilesAtOnce() throws IOException {
    write("a/broken.json", "{\n  \"name\": \"a.broken\",\n  oops\n}");
    write("a/one.json", mapping("a.same", "\"effect\":\"e\",\"dedupes\":true,\"key\":\"$.head\""));
    write("a/other.json", mapping("b.wrong", ""));
    write("a/x.json", mapping("a.twice", ""));
    write("a/y.json", mapping("a.twice", "\"amount\": \"$.body.amount\""));
    write("a/z.json", mapping("a.twice", ""));
    write("b/unknown.json", "{\"request\":{\"urlPaths\":\"/\"},\"response\":{}}");
    write("stray.json", "{}");
    List<String> problems = problems();
    assertThat(problems.get(0)).startsWith("a/broken.json:3:").contains("no valid JSON");
    assertThat(problems)
        .contains(
            "a/one.json:5:29: a.same: dedupes: unknown parameter 'dedupes'; did you mean"
                + " 'deduplicates'? known: effect, key, businessKey, finds, amount, deduplicates,"
                + " foundBy, idPrefix, repeatStatus, undoes, undoneBy",
            "a/one.json:5:44: a.same: key: '$.head' names nothing in a request; write"
                + " $.headers['Name'], $.query['name'], $.path[0] or $.body.field",
            "a/other.json: name: 'b.wrong'; an operation of this folder is named 'a.<operation>'",
            "a/y.json:5:16: a.twice: amount: means something only with 'effect'; add that, or drop"
                + " this");
    assertThat(problems).anyMatch(p -> p.startsWith("b/unknown.json: b.unknown: WireMock"));
    assertThat(problems).anyMatch(p -> p.contains("two mappings are named 'a.twice'"));
    assertThat(problems).anyMatch(p -> p.startsWith("stray.json: a mapping belongs into"));
    assertThat(problems).hasSize(8);
  }

  @Test
  void referencesMustBeThereAndAgree() throws IOException {
    write(
        "a/pay.json",
        mapping("a.pay", "\"effect\":\"p\",\"undoneBy\":\"a.undo\",\"foundBy\":\"a.fond\""));
    write("a/undo.json", mapping("a.undo", "\"effect\":\"u\""));
    write("a/find.json", mapping("a.find", "\"key\":\"$.query.k\",\"finds\":\"a.ask\""));
    write("a/ask.json", mapping("a.ask", ""));
    write(
        "a/half.json", mapping("a.half", "\"effect\":\"h\",\"undoes\":{\"operation\":\"a.pay\"}"));
    assertThat(problems()).anyMatch(p -> p.contains("a.half: undoes: say which effect"));
    write("a/half.json", mapping("a.half", "\"effect\":\"h\""));
    assertThat(problems())
        .satisfiesExactlyInAnyOrder(
            p -> assertThat(p).contains("undoneBy: 'a.undo' does not say so"),
            p -> assertThat(p).contains("unknown operation 'a.fond'; did you mean 'a.find'?"),
            p -> assertThat(p).contains("finds: 'a.ask' has no effect"));
  }

  @Test
  void anUndoSaysWhatItUndoesAndWhatHappensWhenThatIsAbsent() throws IOException {
    write("a/pay.json", mapping("a.pay", "\"effect\":\"p\""));
    String undoes = "\"effect\":\"u\",\"undoes\":{\"operation\":\"a.pay\",";
    String id = "\"id\":\"$.body.id\"";
    String key = "\"key\":\"$.body.key\"";
    write("a/both.json", mapping("a.both", undoes + id + "," + key + ",\"absent\":\"tombstone\"}"));
    write("a/x.json", mapping("a.x", undoes + id + ",\"absent\":\"tombstone\"}"));
    write("a/y.json", mapping("a.y", undoes + key + ",\"absent\":\"tombstones\"}"));
    write("a/z.json", mapping("a.z", undoes + key + ",\"absents\":\"refuse\"}"));
    assertThat(problems())
        .containsExactlyInAnyOrder(
            "a/x.json:5:29: a.x: undoes: a tombstone is left under a key; add 'key', or drop"
                + " 'absent'",
            "a/y.json:5:29: a.y: undoes: absent: 'tombstones' is neither; did you mean"
                + " 'tombstone'? known: refuse, tombstone",
            "a/z.json:5:29: a.z: undoes: unknown key 'absents'; did you mean 'absent'? known:"
                + " operation, id, key, absent");
  }

  @Test
  void aMissingDirectoryIsAProblem() {
    directory = directory.resolve("nowhere");
    OutsideProblemsException e =
        catchThrowableOfType(OutsideProblemsException.class, () -> OutsideSystems.load(directory));
    assertThat(e)
        .hasMessage(
            directory
                + ": there is no such directory; make one folder per outside system\n"
                + "1 problem; nothing was run");
  }
}
