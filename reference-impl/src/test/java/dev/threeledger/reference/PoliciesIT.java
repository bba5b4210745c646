package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker's policies, against a real database and a partner that does as it is told. */
class PoliciesIT {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CARD = "4111 1111 1111 1111";

  private static TestDatabase database;
  private static HttpClient client;

  private FakePartner partner;
  private Worker worker;

  @BeforeAll
  static void startDatabase() throws IOException {
    database = new TestDatabase();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    database.close();
  }

  @BeforeEach
  void startPartner() throws Exception {
    partner = new FakePartner();
    database.renew(Map.of());
    database.execute(
        "INSERT INTO tenant SELECT n, 'Tenant ' || n, true FROM generate_series(1, 3) n",
        "INSERT INTO usage_line SELECT t * 1000 + m, t, make_date(2024 + m / 12, 1 + m % 12, 5),"
            + " 'parcels', t + m FROM generate_series(1, 3) t, generate_series(0, 23) m");
  }

  @AfterEach
  void stop() throws Exception {
    if (partner.gate != null) {
      partner.gate.countDown();
    }
    if (worker != null) {
      worker.close();
    }
    partner.close();
  }

  private void start(String... settings) throws IOException {
    worker = new Worker(settings(settings));
  }

  private Settings settings(String... settings) {
    Map<String, String> further = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      further.put(settings[i], settings[i + 1]);
    }
    return Settings.read(database.environment(partner.port(), further), false);
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + worker.port() + path))
            .header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String trigger(String further, long tenant, String date) throws Exception {
    String body =
        "{\"tenant_id\": %d, \"statement_date\": \"%s\"%s}".formatted(tenant, date, further);
    HttpResponse<String> answer = send("POST", "/jobs/statement", body);
    return answer.statusCode() + " " + answer.body();
  }

  private static final String STATES = "SELECT key, status FROM job_run ORDER BY 1";

  // ── Manual queue ───────────────────────────────────────────────────────────────────────────

  private void reviewed() throws Exception {
    partner.status = 422;
    start();
    trigger("", 1, "2024-01-31");
    database.await(STATES, "1/2024-01-31 MANUAL_REVIEW");
    partner.status = 201;
  }

  @Test
  void replaysAReviewOnceAndAuditsIt() throws Exception {
    reviewed();
    String replay =
        "{\"tenant_id\": 1, \"statement_date\": \"2024-01-31\", \"who\": \"operations\","
            + " \"why\": \"the account of card "
            + CARD
            + " is open again\"}";
    List<Integer> statuses =
        Stream.of(1, 2)
            .parallel()
            .map(i -> sent("/manual/statement/replay", replay))
            .sorted()
            .toList();

    assertThat(statuses).containsExactly(202, 409);
    database.await(STATES, "1/2024-01-31 SUCCEEDED");
    assertThat(
            database.rows(
                "SELECT who, why, action, before->>'status', before->>'owner', after->>'status',"
                    + " after->>'attempts', after->>'reason' FROM manual_audit"))
        .containsExactly(
            "operations the account of card *** is open again replay MANUAL_REVIEW"
                + " billing-operations RETRY_WAIT 0 null");
    assertThat(database.rows("SELECT fencing_token, attempts FROM job_run")).containsExactly("2 1");
  }

  private int sent(String path, String body) {
    try {
      return send("POST", path, body).statusCode();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void listsWhatWaitsAndRefusesAReplayWithoutWhoAndWhy() throws Exception {
    reviewed();

    assertThat(send("GET", "/manual", "").body())
        .contains("\"key\":\"1/2024-01-31\"", "\"owner\":\"billing-operations\"", "\"remedy\":\"C");
    HttpResponse<String> answer =
        send("POST", "/manual/statement/replay", "{\"tenant_id\": 1, \"why\": \" \"}");
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body())
        .contains("statement_date is missing", "who is missing", "why is missing");
    String unknown =
        "{\"tenant_id\": 2, \"statement_date\": \"2024-01-31\", \"who\": \"x\", \"why\": \"y\"}";
    assertThat(send("POST", "/manual/statement/replay", unknown).statusCode()).isEqualTo(404);
    assertThat(database.rows("SELECT count(*) FROM manual_audit")).containsExactly("0");
  }

  @Test
  void refusesToReplayAFinishedRunUnlessADefectLetsIt() throws Exception {
    start();
    trigger("", 1, "2024-01-31");
    database.await(STATES, "1/2024-01-31 SUCCEEDED");
    JobKey key = new JobKey("statement", "1/2024-01-31");
    try (Database own = new Database(settings())) {
      ManualQueue.Replayed refused = queue(own, Defect.NONE).replay(key, "w", "y");
      assertThat(refused)
          .isEqualTo(new ManualQueue.Replayed(ManualQueue.Outcome.NOT_IN_REVIEW, "SUCCEEDED"));
      assertThat(queue(own, Defect.REPLAY_ANY_STATE).replay(key, "w", "y").state())
          .isEqualTo("RETRY_WAIT");
    }
  }

  private ManualQueue queue(Database own, Defect defect) {
    return new ManualQueue(own, settings().tick(), defect);
  }

  // ── Limits, turns, budget ──────────────────────────────────────────────────────────────────

  @Test
  void keepsItsLimitsAndLetsNobodyStarve() throws Exception {
    partner.gate = new CountDownLatch(1);
    start("JOB_LIMIT", "3", "TENANT_LIMIT", "2", "CALL_TIMEOUT", "20s");
    for (int month = 1; month <= 9; month++) {
      assertThat(trigger("", 1, "2024-0" + month + "-28")).startsWith("202");
    }
    assertThat(trigger("", 2, "2024-01-31")).contains("202", "RUNNING");
    assertThat(trigger("", 3, "2024-01-31")).contains("202", "READY");
    TestDatabase.await(() -> partner.requests.size() == 3, () -> "requests " + partner.requests);

    assertThat(database.rows("SELECT tenant_id, status, count(*) FROM job_run GROUP BY 1, 2"))
        .containsExactlyInAnyOrder("1 READY 7", "1 RUNNING 2", "2 RUNNING 1", "3 READY 1");
    partner.gate.countDown();
    database.await("SELECT count(*) FROM job_run WHERE status = 'SUCCEEDED'", "11");
    int ahead = partner.requests.stream().map(r -> r.contains("\"3/")).toList().indexOf(true);
    // three were on their way; after them, at most one turn of tenant 1
    assertThat(ahead).isBetween(3, 5);
  }

  @Test
  void makesNoMoreRepeatsInATickThanTheBudgetAllows() throws Exception {
    Settings settings = settings("TICK", "400ms", "RETRY_BUDGET", "5");
    RetryBudget budget = new RetryBudget(5, settings.tick(), Defect.NONE);
    java.util.ArrayList<Long> taken = new java.util.ArrayList<>();
    try (Database own = new Database(settings)) {
      long end = System.nanoTime() + 1_300_000_000L;
      while (System.nanoTime() < end) {
        if (own.transaction(c -> budget.take(c, "statement"))) {
          taken.add(System.nanoTime());
        }
      }
    }
    for (int i = 0; i + 5 < taken.size(); i++) {
      // the sixth after the first; a take is a little earlier than it is known here
      assertThat(taken.get(i + 5) - taken.get(i)).isGreaterThan(350_000_000L);
    }
    assertThat(taken).hasSizeBetween(9, 15);
  }

  @Test
  void putsOffARepeatThatTheBudgetDoesNotAllowAndForgetsNone() throws Exception {
    partner.status = 429;
    start("RETRY_BUDGET", "2", "TICK", "20s", "BREAKER_CALLS", "1000");
    for (int month = 1; month <= 6; month++) {
      trigger("", 1, "2024-0" + month + "-28");
    }
    TestDatabase.await(() -> partner.requests.size() >= 7, () -> "requests " + partner.requests);
    partner.status = 201;

    // one repeat is allowed now, one every twenty seconds; nobody has used a second attempt unseen
    database.await("SELECT count(*) FROM job_run WHERE status = 'RUNNING'", "0");
    assertThat(database.rows("SELECT sum(attempts) FROM job_run"))
        .containsExactly(Integer.toString(partner.requests.size()));
    assertThat(partner.requests.size()).isLessThanOrEqualTo(8);
    assertThat(
            database.rows(
                "SELECT count(*) FROM job_run WHERE status IN ('RETRY_WAIT','SUCCEEDED')"))
        .containsExactly("6");
  }

  @Test
  void sendsNothingWhileTheBreakerIsOpenAndUsesNoAttempt() throws Exception {
    partner.status = 503;
    start("BREAKER_CALLS", "2", "BACKOFF", "2s", "TICK", "60s", "MAX_ATTEMPTS", "5");
    trigger("", 1, "2024-01-31"); // a charge and a question: the breaker opens
    TestDatabase.await(() -> partner.requests.size() == 2, () -> "requests " + partner.requests);
    trigger("", 2, "2024-01-31");

    database.await(
        "SELECT key, status, attempts, error FROM job_run WHERE tenant_id = 2",
        "2/2024-01-31 RETRY_WAIT 0 charge: circuit breaker open");
    assertThat(partner.requests).hasSize(2);
  }

  @Test
  void waitsAsLongAsThePartnerAsks() throws Exception {
    partner.status = 429;
    partner.retryAfter = "1";
    start("TICK", "10s");
    trigger("", 1, "2024-01-31");
    TestDatabase.await(() -> partner.requests.size() == 1, () -> "requests " + partner.requests);
    long first = System.nanoTime();
    partner.status = 201;
    trigger("", 1, "2024-01-31");
    database.await(STATES, "1/2024-01-31 SUCCEEDED");

    assertThat(System.nanoTime() - first).isGreaterThan(900_000_000L);
    assertThat(partner.requests).hasSize(2);
  }

  @Test
  void asksAHumanWhenThePartnerAsksForTooMuch() throws Exception {
    partner.status = 503;
    partner.retryAfter = "3600";
    start();
    trigger("", 1, "2024-01-31");

    database.await(STATES, "1/2024-01-31 MANUAL_REVIEW");
    assertThat(partner.requests).hasSize(1);
  }

  @Test
  void makesUpTheLatestPeriodsAndRecordsTheOthersForAHuman() throws Exception {
    database.execute(
        "DELETE FROM tenant WHERE false",
        "UPDATE tenant SET billable = tenant_id = 1",
        "INSERT INTO billing_period (statement_date, closes_at) SELECT"
            + " (make_date(2024, m + 1, 1) - 1), now() FROM generate_series(1, 5) m");
    start("CATCH_UP", "2", "TICK", "200ms");

    database.await(
        STATES,
        "1/2024-01-31 MANUAL_REVIEW",
        "1/2024-02-29 MANUAL_REVIEW",
        "1/2024-03-31 MANUAL_REVIEW",
        "1/2024-04-30 SUCCEEDED",
        "1/2024-05-31 SUCCEEDED");
    assertThat(database.rows("SELECT DISTINCT reason FROM job_run WHERE reason IS NOT NULL"))
        .containsExactly("missed ticks: older than the latest 2 periods, which are made up");
  }

  // ── Inputs, traces, secrets ────────────────────────────────────────────────────────────────

  @Test
  void refusesAnotherInputForAKnownKey() throws Exception {
    start();
    assertThat(trigger(", \"amount\": \"99.90\"", 1, "2024-01-31")).startsWith("202");
    database.await(STATES, "1/2024-01-31 SUCCEEDED");

    assertThat(trigger(", \"amount\": 99.9", 1, "2024-01-31")).startsWith("200");
    assertThat(trigger("", 1, "2024-01-31")).startsWith("200");
    assertThat(trigger(", \"amount\": \"99.91\"", 1, "2024-01-31"))
        .isEqualTo("409 {\"error\":\"other-input\",\"state\":\"SUCCEEDED\"}");
  }

  @Test
  void refusesInvalidInputAndRecordsNothing() throws Exception {
    start();

    assertThat(trigger(", \"amount\": \"0.001\"", 1, "2024-01-31"))
        .isEqualTo("422 {\"error\":\"amount has more than two decimals\"}");
    assertThat(send("POST", "/jobs/statement", "{\"tenant_id\": 1}").body())
        .contains("statement_date is missing");
    assertThat(trigger("", 1, "January")).startsWith("422");
    assertThat(trigger("", 77, "2024-01-31")).startsWith("400");
    assertThat(database.rows("SELECT count(*) FROM job_run")).containsExactly("0");
  }

  @Test
  void writesTheTraceOnItsRecordsAndPassesItOn() throws Exception {
    start();
    trigger("", 1, "2024-01-31");
    database.await(STATES, "1/2024-01-31 SUCCEEDED");

    assertThat(database.rows("SELECT traceparent FROM job_run"))
        .containsExactly("00-" + TRACE + "-00f067aa0ba902b7-01");
    assertThat(database.rows("SELECT traceparent FROM step_log"))
        .isEqualTo(partner.traces)
        .allMatch(header -> header.matches("00-" + TRACE + "-[0-9a-f]{16}-01"))
        .doesNotContain("00-" + TRACE + "-00f067aa0ba902b7-01");
  }

  @Test
  void recordsNoSecretUnlessADefectDoes() throws Exception {
    String secrets = ", \"card\": \"" + CARD + "\", \"customer\": \"Ottoline Crabtree\"";
    start();
    trigger(secrets, 1, "2024-01-31");
    database.await(STATES, "1/2024-01-31 SUCCEEDED");
    assertThat(everything()).doesNotContain("4111", "Ottoline");
    worker.close();

    partner.status = 422;
    start("DEFECT", "records-card");
    partner.gate = new CountDownLatch(1);
    trigger(secrets, 1, "2024-02-29");
    TestDatabase.await(() -> partner.requests.size() == 2, () -> "requests " + partner.requests);
    assertThat(everything()).contains(CARD, "Ottoline");
  }

  private String everything() throws Exception {
    return database.rows("SELECT to_jsonb(r) FROM job_run r")
        + " "
        + database.rows("SELECT to_jsonb(s) FROM step_log s");
  }

  // ── Shutdown ───────────────────────────────────────────────────────────────────────────────

  @Test
  void endsWhatIsInHandUnderItsHeartbeatAndTakesNothingNew() throws Exception {
    partner.gate = new CountDownLatch(1);
    start("LEASE", "600ms");
    trigger("", 1, "2024-01-31");
    TestDatabase.await(() -> partner.requests.size() == 1, () -> "requests " + partner.requests);
    String lease = "SELECT lease_until FROM job_run";
    List<String> before = database.rows(lease);
    Thread closing = new Thread(worker::close);
    closing.start();

    // two leases would have run out by then
    for (int beat = 0; beat < 6; beat++) {
      List<String> last = database.rows(lease);
      TestDatabase.await(() -> !database.rows(lease).equals(last), () -> "no heartbeat");
    }
    assertThat(database.rows(lease)).isNotEqualTo(before);
    partner.gate.countDown();
    closing.join(10_000);
    assertThat(database.rows(STATES)).containsExactly("1/2024-01-31 SUCCEEDED");
    worker = null;
  }
}
