package dev.threeledger.matrix;

import static dev.threeledger.scenario.Formats.CHECKS;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.threeledger.scenario.Formats;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Schemas;
import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import dev.threeledger.scenario.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published schemas and the loader agree on what is valid. */
class FormatSchemasTest {
  private static final Subject SUBJECT = Formats.subject();

  @TempDir Path directory;

  private static JsonNode json(String text) {
    Problems problems = new Problems();
    return YamlFile.parse(text, Path.of("x.yaml"), problems).orElseThrow().json();
  }

  private static List<Cell> load(Path path) throws ProblemsException {
    return Matrix.load(List.of(path), SUBJECT, OPERATIONS, CHECKS, 1);
  }

  @Test
  void examplesAndTheirStoredTreesAreValidByBoth() throws Exception {
    try (Stream<Path> files = Files.list(Formats.SCENARIOS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Schemas.problems(Schemas.SCENARIO, json(Files.readString(file)))).isEmpty();
        for (Cell cell : load(file)) {
          assertThat(Schemas.problems(Schemas.SCENARIO, cell.asked())).isEmpty();
        }
      }
    }
    JsonNode subject = json(Files.readString(Formats.SUBJECT));
    assertThat(Schemas.problems(Schemas.SUBJECT, subject)).isEmpty();
    assertThat(Schemas.problems(Schemas.SUBJECT, SubjectFile.tree(SUBJECT))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scenario: crash-after-commit | scenario: Crash After Commit",
        "family: statement            | famly: statement",
        "tags: [crash]                | tags: crash",
        "claim: A worker              | klaim: A worker",
        "workers: 2                   | workers: two",
        "workers: 2                   | workers: '2'",
        "workers: 2                   | workers: 0",
        "workers: 2                   | workers: 02",
        "workers: 2                   | wrkers: 2",
        "lease: 400ms                 | lease: [400ms]",
        "deduplicates: false          | deduplicates: maybe",
        "deduplicates: false          | dedupes: false",
        "job: statement,              | ''",
        "worker: 1, after: 200ms      | worker: 1, after: 200",
        "worker: 1, after: 200ms      | worker: 1, at: 200ms",
        "{ tenant_id: 1, statement_date: 2026-01-31 } | 1/2026-01-31",
        "db: commit                   | db: comit",
        "db: commit, wrote            | db: commit, writes",
        "db: commit                   | http: payments.charge",
        "db: commit, wrote: statement | trigger: received",
        "occurrence: 1                | occurrence: 0",
        "occurrence: 1                | occurrence: first",
        "worker: 1 }                  | worker: one }",
        "side: after                  | side: later",
        "do: crash                    | do: explode",
        "do: crash                    | do: pause",
        "'\n    do: crash'           | ''",
        "do: crash                    | do: {}",
        "do: crash                    | 'do: crash\n    until: ended'",
        "do: crash                    | 'do: crash\n    hold: 450'",
        "do: crash                    | 'do: pause\n    until: later'",
        "do: crash                    | 'do: pause\n    until: 0s'",
        "do: crash                    | do: error",
        "do: crash                    | do: delay",
        "do: crash                    | 'do: hold\n    workers: [1, 2]'",
        "do: crash                    | do: duplicate-trigger",
        "'side: after\n    do: crash' | do: lose-response",
        "'side: after\n    do: crash' | do: reset",
        "workers-lost: 1              | worker-lost: 1",
        "workers-lost: 1              | workers-lost: some",
        "state: done                  | state: finished",
        "'payments.charge: 1 }'       | 'payments.charge: one }'",
        "attempts: 1                  | attempts: -1",
        "attempts: 1                  | attempt: 1",
        "key: 1/2026-01-31, state     | state",
        "checks: all                  | checks: some",
        "checks: all                  | checks: []",
        "run: 30s                     | run: 30",
        "recover: 10s                 | recover: 0s",
        "quiet: 300ms                 | silence: 300ms",
        "name: few-events             | name: few events",
        "invariants:                  | invariant:",
        "verdict: PASS                | verdict: pass",
        "name: normal                 | nam: normal",
        "name: normal                 | name: Normal",
        "'{ name: normal, fault: none }' | normal",
      })
  void aBadScenarioIsRejectedByBoth(String good, String bad) throws IOException {
    String document = replaced(Files.readString(Formats.CRASH), good, bad);
    Path file = Files.writeString(directory.resolve("x.yaml"), document);
    assertThatThrownBy(() -> load(file)).isInstanceOf(ProblemsException.class);
    assertThat(Schemas.problems(Schemas.SCENARIO, json(document))).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "subject: reference-executor | subject: Reference Executor",
        "subject: reference-executor | object: reference-executor",
        "command: [java              | comand: [java",
        "HTTP_PORT: $                | HTTP-PORT: $",
        "within: 20s }               | within: 20 }",
        "method: POST                | method: PSOT",
        "timeout: 5s                 | timeout: never",
        "signal: TERM                | signal: SIGTERM",
        "lease: 30s                  | 1lease: 30s",
        "statement: [ tenant_id, statement_date ] | statement: []",
        "statement: [ tenant_id, statement_date ] | statement: tenant_id",
        "token: fencing_token,       | ''",
        "execution: \"SELECT         | exec: \"SELECT",
        "when: done                  | when: finished",
        "business: 1,                | business: one,",
        "amount: equal               | amount: same",
        "effect: payments.charge,    | ''",
        "done: [SUCCEEDED]           | finished: [SUCCEEDED]",
        "READY: [RUNNING]            | READY: RUNNING",
        "permanent: [400,            | permanent: [40,",
        "attempts: \"${settings.maxAttempts}\", | ''",
        "also: [payments.refund] | also: payments.refund",
        "undo_attempts: 4            | undo-attempts: 4",
        "per: \"${settings.tick}\", | ''",
        "tenant: tenant_id           | tenants: tenant_id",
        "reason: reason,             | ''",
        "who: who,                   | ''",
        "most_ahead: \"$             | most-ahead: \"$",
        "name: no-negative-amount    | name: No negative amount",
        ", sql: \"SELECT key, amount FROM business WHERE amount < 0\" | ''",
      })
  void aBadSubjectIsRejectedByBoth(String good, String bad) throws IOException {
    String document = replaced(Files.readString(Formats.SUBJECT), good, bad);
    Path file = Files.writeString(directory.resolve("subject.yaml"), document);
    assertThatThrownBy(() -> SubjectFile.load(file, OPERATIONS))
        .isInstanceOf(ProblemsException.class);
    assertThat(Schemas.problems(Schemas.SUBJECT, json(document))).isNotEmpty();
  }

  private static String replaced(String document, String good, String bad) {
    assertThat(document).contains(good);
    int at = document.indexOf(good);
    return document.substring(0, at) + bad + document.substring(at + good.length());
  }

  @Test
  void everyKeyOfTheSchemasStandsInTheReference() throws Exception {
    String reference = Files.readString(Path.of("../docs/scenario-format.md"));
    for (String schema : List.of("scenario", "subject")) {
      TreeSet<String> names = new TreeSet<>();
      collect(
          json(Files.readString(Path.of("src/main/resources/schema/" + schema + ".schema.json"))),
          names);
      assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(reference).contains("`" + name));
    }
  }

  private static void collect(JsonNode schema, TreeSet<String> names) {
    if (schema.path("properties").isObject()) {
      schema.path("properties").fieldNames().forEachRemaining(names::add);
    }
    schema.forEach(inner -> collect(inner, names));
  }
}
