package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a defect does to the records of a key, beside what the correct executor does. */
class DefectDamageIT {
  private static final JobKey KEY = new JobKey("statement", "1/2024-01-31");
  private static final String ROW = "SELECT status, holder, fencing_token FROM job_run";
  private static TestDatabase server;

  private Database database;
  private FakePartner partner;
  private Settings settings;

  @BeforeAll
  static void startServer() throws IOException {
    server = new TestDatabase();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @BeforeEach
  void renew() throws Exception {
    partner = new FakePartner();
    server.renew(Map.of());
    server.execute(
        "INSERT INTO tenant VALUES (1, 'One', true), (2, 'Two', true)",
        "INSERT INTO usage_line VALUES (1, 1, '2024-01-05', 'parcels', 10.50)",
        "INSERT INTO usage_line VALUES (2, 2, '2024-01-05', 'parcels', 7.50)");
  }

  @AfterEach
  void stop() throws Exception {
    database.close();
    partner.close();
  }

  private Runs runs(Defect defect) {
    Map<String, String> further = new HashMap<>(Map.of("DEFECT", defect.settingName()));
    settings = Settings.read(server.environment(partner.port(), further), false);
    if (database == null) {
      database = new Database(settings);
    }
    return new Runs(database, settings);
  }

  /** With the settings of those runs, which were made last. */
  private Claims claims(Runs runs) {
    return new Claims(database, runs, settings);
  }

  private StatementJob job(Runs runs) {
    return new StatementJob(database, runs, new Payments(settings), settings);
  }

  private Claim start(Runs runs, String holder) throws Exception {
    return started(runs, holder).orElseThrow();
  }

  private Optional<Claim> started(Runs runs, String holder) throws Exception {
    Job.Origin origin =
        new Job.Origin("SELECT tenant_id FROM tenant WHERE tenant_id = ?", List.of(1L));
    Claims.Asked asked =
        new Claims.Asked(origin, Input.NONE, Traceparent.fresh(), true, List.of(), null);
    return claims(runs).start(KEY, asked, holder);
  }

  private void abandon() throws Exception {
    server.execute("UPDATE job_run SET lease_until = clock_timestamp() - interval '1 s'");
  }

  private void renewLease(Runs runs, Claim claim) throws Exception {
    database.transaction(
        c -> {
          runs.renew(c, claim);
          return null;
        });
  }

  private void succeed(Runs runs, Claim claim) throws Exception {
    database.transaction(
        c -> {
          runs.succeed(c, claim);
          return null;
        });
  }

  @Test
  void prolongsTheLeaseUnlessNoRenewal() throws Exception {
    for (Defect defect : List.of(Defect.NONE, Defect.NO_RENEWAL)) {
      server.execute("DELETE FROM job_run");
      Runs runs = runs(defect);
      Claim claim = start(runs, "1/a");
      abandon();
      renewLease(runs, claim);

      assertThat(claims(runs).resume(KEY, "2/b", null).isPresent())
          .isEqualTo(defect == Defect.NO_RENEWAL);
    }
  }

  @Test
  void picksTheSameRowAgainWithoutAStateChange() throws Exception {
    Runs runs = runs(Defect.NO_STATE_CHANGE);
    start(runs, "1/a");
    abandon();

    assertThat(claims(runs).resume(KEY, "2/b", null)).isPresent();
    assertThat(claims(runs).resume(KEY, "3/c", null)).isPresent();
    assertThat(server.rows(ROW)).containsExactly("RUNNING 1/a 1");
    assertThat(claims(runs(Defect.NONE)).resume(KEY, "2/b", null)).isPresent();
    assertThat(claims(runs(Defect.NONE)).resume(KEY, "3/c", null)).isEmpty();
  }

  @Test
  void usesTwoAttemptsForADeath() throws Exception {
    start(runs(Defect.NONE), "1/a");
    abandon();
    assertThat(claims(runs(Defect.NONE)).resume(KEY, "2/b", null).map(Claim::attempt)).contains(2);
    abandon();
    assertThat(claims(runs(Defect.DEATH_COUNTS_TWICE)).resume(KEY, "2/b", null).map(Claim::attempt))
        .contains(4);
  }

  @Test
  void releasesTheNextHoldersClaimByName() throws Exception {
    Claim late = start(runs(Defect.NONE), "1/a");
    abandon();
    claims(runs(Defect.NONE)).resume(KEY, "2/b", null).orElseThrow();

    assertThatThrownBy(() -> runs(Defect.NONE).handBack(late)).isInstanceOf(LostClaim.class);
    assertThat(server.rows(ROW)).containsExactly("RUNNING 2/b 2");
    runs(Defect.UNLOCK_BY_NAME).handBack(late);
    assertThat(server.rows(ROW)).containsExactly("RETRY_WAIT 2/b 2");
  }

  @Test
  void revivesAFinishedRun() throws Exception {
    Claim late = start(runs(Defect.NONE), "1/a");
    abandon();
    succeed(runs(Defect.NONE), claims(runs(Defect.NONE)).resume(KEY, "2/b", null).orElseThrow());

    assertThatThrownBy(() -> renewLease(runs(Defect.NONE), late)).isInstanceOf(LostClaim.class);
    renewLease(runs(Defect.REVIVES_FINISHED), late);
    assertThat(server.rows(ROW)).containsExactly("RUNNING 1/a 2");
  }

  @Test
  void beginsAKnownKeyAnewWhenATriggerOverwritesItsRow() throws Exception {
    succeed(runs(Defect.NONE), start(runs(Defect.NONE), "1/a"));

    assertThat(started(runs(Defect.NONE), "2/b")).isEmpty();
    assertThat(started(runs(Defect.UPSERTS_THE_START), "2/b").map(Claim::attempt)).contains(1);
    assertThat(server.rows(ROW)).containsExactly("RUNNING 2/b 1");
  }

  @Test
  void recordsADoneRunAsFailed() throws Exception {
    succeed(runs(Defect.NONE), start(runs(Defect.NONE), "1/a"));

    runs(Defect.GUESSES_ROLLBACK).failByKey(KEY);
    assertThat(server.rows(ROW)).containsExactly("RETRY_WAIT 1/a 1");
  }

  @Test
  void leavesTheChargeOutOfTheBooksAfterADeadlock() throws Exception {
    server.execute(
        "CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql"
            + " AS 'BEGIN RAISE SQLSTATE ''40P01''; END'",
        "CREATE TRIGGER deadlock BEFORE UPDATE ON statement"
            + " FOR EACH ROW EXECUTE FUNCTION deadlock()");
    Runs correct = runs(Defect.NONE);
    Claim claim = start(correct, "1/a");

    assertThatThrownBy(() -> job(correct).work(claim, true)).isInstanceOf(SQLException.class);
    assertThat(server.rows(ROW)).containsExactly("RUNNING 1/a 1");
    job(runs(Defect.REPEATS_HALF)).work(claim, false);
    assertThat(server.rows(ROW)).containsExactly("SUCCEEDED 1/a 1");
    assertThat(server.rows("SELECT charge_id FROM statement")).containsExactly("null");
  }

  @Test
  void seesNoWaitingRetryThatLivesInMemory() throws Exception {
    Runs runs = runs(Defect.NONE);
    runs.handBack(start(runs, "1/a"));

    assertThat(claims(runs).open(settings.tick(), 10)).hasSize(1);
    assertThat(claims(runs(Defect.FORGETS_RETRIES)).open(settings.tick(), 10)).isEmpty();
  }

  @Test
  void finishesWhateverIsThereInATransactionOfItsOwn() throws Exception {
    Claim late = start(runs(Defect.NONE), "1/a");
    abandon();
    claims(runs(Defect.NONE)).resume(KEY, "2/b", null).orElseThrow();

    assertThatThrownBy(() -> job(runs(Defect.NONE)).work(late, false))
        .isInstanceOf(LostClaim.class);
    runs(Defect.SEPARATE_COMPLETION).succeedByKey(KEY);
    assertThat(server.rows(ROW)).containsExactly("SUCCEEDED 2/b 2");
  }

  private List<String> worked(Defect defect, boolean untouched) throws Exception {
    Runs runs = runs(defect);
    job(runs).work(start(runs, "1/a"), untouched);
    return server.rows("SELECT status FROM job_run UNION ALL SELECT amount::text FROM statement");
  }

  @Test
  void succeedsWithoutTheBusinessRow() throws Exception {
    assertThat(worked(Defect.COUNTERS_ONLY, true)).containsExactly("SUCCEEDED");
    assertThat(partner.requests).hasSize(1);
  }

  @Test
  void succeedsWithoutWorkOnASecondRun() throws Exception {
    assertThat(worked(Defect.SUCCESS_WITHOUT_WORK, false)).containsExactly("SUCCEEDED");
    assertThat(partner.requests).isEmpty();
  }

  @Test
  void doesWhatIsNotDoneOnASecondRun() throws Exception {
    assertThat(worked(Defect.NONE, false)).containsExactly("SUCCEEDED", "10.50");
  }

  @Test
  void chargesBeforeAnythingIsRecorded() throws Exception {
    job(runs(Defect.DISPATCH_BEFORE_PERSIST)).dispatchUnrecorded(KEY);

    assertThat(partner.requests).hasSize(1);
    assertThat(server.rows(ROW)).isEmpty();
  }

  @Test
  void losesWhatItSettledBeforeItStarted() throws Exception {
    server.execute("INSERT INTO billing_period VALUES ('2024-01-31', now())");
    StatementJob job = job(runs(Defect.PERSIST_BEFORE_DISPATCH));

    List<JobKey> before = database.direct(c -> job.notStarted(c, 9));
    database.direct(job::settle);
    List<JobKey> after = database.direct(c -> job.notStarted(c, 9));

    assertThat(before).hasSize(2);
    assertThat(after).isEmpty();
  }

  private List<String> keysAfterALostAnswer(Defect defect) throws Exception {
    Runs runs = runs(defect);
    Claim first = start(runs, "1/a");
    partner.status = 500;
    assertThatThrownBy(() -> job(runs).work(first, true)).isInstanceOf(StepFailure.class);
    abandon();
    partner.status = 201;
    partner.requests.clear();
    Optional<Claim> second = claims(runs).resume(KEY, "2/b", null);
    job(runs).work(second.orElseThrow(), false);
    return partner.requests.stream().map(r -> r.replaceAll("[0-9a-f-]{36}| \\{.*", "…")).toList();
  }

  private static final String ASK =
      "GET /charges?idempotency_key=statement-charge%2F1%2F2024-01-31 null ";
  private static final String CHARGE = "POST /charges statement-charge/1/2024-01-31";

  @Test
  void asksAfterALostAnswer() throws Exception {
    assertThat(keysAfterALostAnswer(Defect.NONE)).containsExactly(ASK);
  }

  @Test
  void sendsAgainWithoutAsking() throws Exception {
    assertThat(keysAfterALostAnswer(Defect.RESENDS_WITHOUT_ASKING)).containsExactly(CHARGE + "…");
  }

  @Test
  void chargesTwiceAndRefundsOne() throws Exception {
    assertThat(keysAfterALostAnswer(Defect.CHARGES_TWICE_REFUNDS_ONE))
        .containsExactly(CHARGE + "/……", ASK, "POST /refunds statement-refund/1/2024-01-31…");
  }

  @Test
  void takesAKeyForEachAttempt() throws Exception {
    assertThat(keysAfterALostAnswer(Defect.KEY_WITH_ATTEMPT))
        .containsExactly(ASK.stripTrailing().replace(" null", "%2F2 null "));
  }

  @Test
  void takesTheDayForAKey() throws Exception {
    Runs runs = runs(Defect.DAY_KEY);
    job(runs).work(start(runs, "1/a"), true);

    assertThat(partner.requests.get(0)).startsWith("POST /charges statement-charge/2024-01-31 ");
  }

  @Test
  void takesARefusalForAPassingError() throws Exception {
    partner.status = 422;
    for (Defect defect : List.of(Defect.NONE, Defect.WRAPS_PERMANENT)) {
      server.execute("DELETE FROM job_run", "DELETE FROM step_log");
      Runs runs = runs(defect);
      Claim claim = start(runs, "1/a");
      assertThatThrownBy(() -> job(runs).work(claim, true))
          .isInstanceOfSatisfying(
              StepFailure.class,
              failure ->
                  assertThat(failure.kind())
                      .isEqualTo(
                          defect == Defect.NONE
                              ? StepFailure.Kind.PERMANENT
                              : StepFailure.Kind.RETRY));
    }
  }
}
