package dev.threeledger.scenario;

import static dev.threeledger.scenario.Formats.DIRECTORY;
import static dev.threeledger.scenario.Formats.OPERATIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.threeledger.scenario.Subject.Audit;
import dev.threeledger.scenario.Subject.Call;
import dev.threeledger.scenario.Subject.Fencing;
import dev.threeledger.scenario.Subject.Manual;
import dev.threeledger.scenario.Subject.Promises;
import dev.threeledger.scenario.Subject.Rate;
import dev.threeledger.scenario.Subject.Ready;
import dev.threeledger.scenario.Subject.Reconcile;
import dev.threeledger.scenario.Subject.Retry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjectFileTest {
  private static final List<String> KEY = List.of("tenant_id", "statement_date");

  @TempDir Path directory;

  @Test
  void everyKeyOfTheExampleIsRead() throws Exception {
    Subject subject = SubjectFile.load(Formats.SUBJECT, OPERATIONS);
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("DATABASE_URL", "${database.jdbc}");
    environment.put("DATABASE_USER", "${database.user}");
    environment.put("DATABASE_PASSWORD", "${database.password}");
    environment.put("PAYMENTS_URL", "${external.payments.url}");
    environment.put("HTTP_PORT", "${subject.port}");
    environment.put("WORKER", "${subject.worker}");
    environment.put("LEASE", "${settings.lease}");
    environment.put("DEFECT", "${settings.defect}");
    environment.put("PROFILE", "010");
    assertThat(subject)
        .isEqualTo(
            new Subject(
                "reference-executor",
                DIRECTORY.toAbsolutePath(),
                null,
                List.of("java", "-jar", "target/reference-executor.jar"),
                List.of("java", "-jar", "target/reference-executor.jar", "migrate"),
                List.of("defect"),
                environment,
                new Ready("${subject.url}/health", Duration.ofSeconds(20)),
                Map.of(
                    "call",
                    new Call(
                        "POST",
                        "${subject.url}/jobs/${job}",
                        "${key.json}",
                        Map.of("Content-Type", "application/json", "X-Tenant", "${key.tenant_id}"),
                        Duration.ofSeconds(5)),
                    "replay",
                    new Call(
                        "POST",
                        "${subject.url}/manual/${job}/replay",
                        "${input.json}",
                        Map.of("traceparent", "${trigger.traceparent}"),
                        Duration.ofSeconds(5))),
                "TERM",
                Duration.ofSeconds(5),
                Map.of(
                    "lease",
                    "30s",
                    "tick",
                    "60s",
                    "callTimeout",
                    "2s",
                    "maxAttempts",
                    "5",
                    "defect",
                    "none"),
                Map.of("tick", "${settings.tick}", "takeover", "${settings.lease}"),
                Map.of("statement", KEY, "statement_run", KEY, "manual_audit", KEY),
                new Fencing("statement_run", KEY, "fencing_token", "holder", "status"),
                "SELECT tenant_id || '/' || statement_date AS key, 'statement' AS kind, amount"
                    + " FROM statement",
                "SELECT tenant_id || '/' || statement_date AS key, 'statement' AS kind,"
                    + " status AS state, attempts FROM statement_run",
                Map.of(
                    "statement",
                    new Reconcile(
                        StateRole.DONE, 1, "payments.charge", true, List.of("payments.refund"))),
                Map.of(
                    "RUNNING", StateRole.ACTIVE,
                    "COMPENSATING", StateRole.ACTIVE,
                    "READY", StateRole.WAITING,
                    "RETRY_WAIT", StateRole.WAITING,
                    "SUCCEEDED", StateRole.DONE,
                    "COMPENSATED", StateRole.UNDONE,
                    "MANUAL_REVIEW", StateRole.MANUAL),
                Map.of(
                    "READY",
                    List.of("RUNNING"),
                    "RUNNING",
                    List.of("RUNNING", "SUCCEEDED", "RETRY_WAIT", "COMPENSATING", "MANUAL_REVIEW"),
                    "RETRY_WAIT",
                    List.of("RUNNING")),
                new Retry(
                    "${settings.maxAttempts}",
                    "${settings.tick}",
                    List.of(400, 401, 403, 404, 409, 422),
                    "4",
                    new Rate("20", "${settings.tick}", "10", "12")),
                List.of("customer"),
                new Promises(
                    "tenant_id",
                    new Manual(
                        "owner",
                        "remedy",
                        "reason",
                        new Audit("manual_audit", "who", "why", "before", "after")),
                    "${settings.maxAttempts}",
                    List.of(
                        new Invariant(
                            "no-negative-amount",
                            "SELECT key, amount FROM business WHERE amount < 0"))),
                Formats.SUBJECT));
    assertThat(subject.environment().keySet()).containsExactlyElementsOf(environment.keySet());
  }

  @Test
  void defaultsAreFilledIn() throws Exception {
    Path file = Files.writeString(directory.resolve("subject.yaml"), SMALLEST);
    assertThat(SubjectFile.load(file))
        .isEqualTo(
            new Subject(
                "smallest",
                directory,
                null,
                List.of("run"),
                List.of(),
                List.of(),
                Map.of(),
                new Ready("${subject.url}/", Duration.ofSeconds(20)),
                Map.of(
                    "call",
                    new Call("POST", "${subject.url}/", "", Map.of(), Duration.ofSeconds(5))),
                "TERM",
                Duration.ofSeconds(5),
                Map.of(),
                Map.of(),
                Map.of(),
                null,
                "SELECT 1",
                "SELECT 2",
                Map.of(),
                Map.of("DONE", StateRole.DONE),
                Map.of(),
                null,
                List.of(),
                Subject.Promises.NONE,
                file));
  }

  private static final String SMALLEST =
      """
      subject: smallest
      command: [run]
      ready: { http: "${subject.url}/" }
      trigger: { call: { url: "${subject.url}/" } }
      ledgers: { business: SELECT 1, execution: SELECT 2 }
      states: { done: [DONE] }
      """;

  @Test
  void stopMayBeJustASignal() throws Exception {
    Path file = Files.writeString(directory.resolve("subject.yaml"), SMALLEST + "stop: INT\n");
    assertThat(SubjectFile.load(file).stopSignal()).isEqualTo("INT");
  }

  @Test
  void aStoredTreeGivesTheSameSubjectAlsoThroughYamlText() throws Exception {
    YAMLMapper yaml = new YAMLMapper();
    Path smallest = Files.writeString(directory.resolve("subject.yaml"), SMALLEST);
    for (Path file : List.of(Formats.SUBJECT, smallest)) {
      Subject subject = SubjectFile.load(file);
      JsonNode tree = SubjectFile.tree(subject);
      assertThat(SubjectFile.fromTree(tree, file)).isEqualTo(subject);
      JsonNode stored = yaml.readTree(yaml.writeValueAsString(tree));
      assertThat(stored).isEqualTo(tree);
      assertThat(SubjectFile.fromTree(stored, file)).isEqualTo(subject);
    }
  }

  /** The expected text stands in problems.txt beside the files. */
  @Test
  void allProblemsAreReportedAtOnce() throws Exception {
    Path bad = DIRECTORY.resolve("bad-subjects");
    StringBuilder texts = new StringBuilder();
    try (Stream<Path> files = Files.list(bad)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        ProblemsException problems =
            catchThrowableOfType(ProblemsException.class, () -> SubjectFile.load(file, OPERATIONS));
        texts.append(problems.text().replace(DIRECTORY + "/", "")).append("\n");
      }
    }
    assertThat(texts.toString()).isEqualTo(Files.readString(bad.resolve("problems.txt")));
  }
}
