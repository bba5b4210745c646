package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order saga against a real database; the three partners are one that does as it is told. */
class OrderIT {
  private static final String STATE =
      "SELECT status, attempts, undo_attempts, coalesce(reason, '-') FROM job_run";
  private static final String STEPS = "SELECT step, state FROM saga_step ORDER BY position";

  private static TestDatabase database;

  private FakePartner partner;
  private Worker worker;

  @BeforeAll
  static void startDatabase() throws IOException {
    database = new TestDatabase();
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
        "INSERT INTO tenant VALUES (1, 'Tenant', true)",
        "INSERT INTO customer_order (order_id, tenant_id, item, quantity, amount, customer_name,"
            + " card_token) VALUES (1001, 1, 'pallet-jack', 1, 99.95, 'Order desk', 'tok_canary')");
  }

  @AfterEach
  void stop() throws Exception {
    if (worker != null) {
      worker.close();
    }
    partner.close();
  }

  private Map<String, String> environment(String... settings) {
    Map<String, String> further = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      further.put(settings[i], settings[i + 1]);
    }
    return database.environment(partner.port(), further);
  }

  private void start(String... settings) throws IOException {
    worker = new Worker(Settings.read(environment(settings), false));
  }

  /** The order is picked up by the worker's own round. */
  private void release() throws Exception {
    database.execute("UPDATE customer_order SET released_at = clock_timestamp()");
  }

  private List<String> paths() {
    return partner.requests.stream().map(request -> request.split(" ")[1]).toList();
  }

  @Test
  void fulfilsAReleasedOrderOnce() throws Exception {
    release();
    start("TICK", "300ms");

    database.await(STATE, "SUCCEEDED 1 0 -");
    assertThat(paths()).containsExactly("/reservations", "/charges", "/shipments");
    assertThat(partner.requests.get(1))
        .startsWith("POST /charges order-charge/1001/fulfil {\"reference\":\"1001/fulfil\"");
    assertThat(database.rows("SELECT order_id, action_type, amount, charge_id FROM fulfilment"))
        .containsExactly("1001 fulfil 99.95 ch_1");
    assertThat(database.rows(STEPS)).containsExactly("RESERVE DONE", "CHARGE DONE", "BOOK DONE");
  }

  @Test
  void recordsAnOrderAsDoneWhoseLastStepIsRefusedWhenThatIsSentAfterTheRecord() throws Exception {
    partner.statusOf.put("/shipments", 422);
    release();
    start("TICK", "300ms", "DEFECT", "last-step-after-record");

    database.await(STATE, "SUCCEEDED 1 0 -");
    assertThat(database.rows("SELECT shipment_id FROM fulfilment"))
        .containsExactly("order-book/1001/fulfil");
  }

  @Test
  void sendsNothingForAnOrderWithNothingToCharge() throws Exception {
    database.execute("UPDATE customer_order SET amount = 0");
    release();
    start("TICK", "300ms");

    database.await(STATE, "COMPENSATED 1 1 charge: nothing to charge; refused for good");
    assertThat(paths()).isEmpty();
    assertThat(database.rows(STEPS)).isEmpty();
  }

  @Test
  void undoesInReverseWhatWasDoneWhenAStepIsRefused() throws Exception {
    partner.statusOf.put("/shipments", 422);
    release();
    start("TICK", "300ms");

    database.await(STATE, "COMPENSATED 1 1 book: status 422; refused for good");
    assertThat(paths())
        .containsExactly("/reservations", "/charges", "/shipments", "/refunds", "/releases");
    assertThat(database.rows(STEPS))
        .containsExactly("RESERVE UNDONE", "CHARGE UNDONE", "BOOK NOT_DONE");
    assertThat(database.rows("SELECT count(*) FROM fulfilment")).containsExactly("0");
  }

  @Test
  void aFailedUndoStopsNoOtherAndIsSentAgainUnderTheSameKeyAfterAReplay() throws Exception {
    partner.statusOf.put("/shipments", 422);
    partner.statusOf.put("/refunds", 403);
    release();
    start("TICK", "300ms");
    database.await(
        STATE,
        "MANUAL_REVIEW 1 1 book: status 422; refused for good."
            + " CHARGE is not undone: refund: status 403; refused for good");
    assertThat(paths()).endsWith("/refunds", "/releases");
    assertThat(database.rows("SELECT owner, remedy FROM job_run").get(0))
        .startsWith(
            "order-operations At payments, refund what was done under key"
                + " order-charge/1001/fulfil (ch_1), under key order-refund/1001/fulfil.");
    assertThat(database.rows("SELECT reason || remedy || error FROM job_run").get(0))
        .doesNotContain("tok_canary");

    partner.statusOf.remove("/refunds");
    try (Database own = new Database(Settings.read(environment(), false))) {
      new ManualQueue(own, java.time.Duration.ofSeconds(2), Defect.NONE)
          .replay(new JobKey("order", "1001/fulfil"), "order-operations", "the card is open again");
    }

    database.await("SELECT status FROM job_run", "COMPENSATED");
    assertThat(paths())
        .containsExactly(
            "/reservations", "/charges", "/shipments", "/refunds", "/releases", "/refunds");
    assertThat(partner.requests.get(5)).isEqualTo(partner.requests.get(3));
  }

  @Test
  void undoesWhatAWorkerLeftThatDiedOnTheLastAttempt() throws Exception {
    abandoned("RUNNING", 5, 0);
    start();

    database.await(STATE, "COMPENSATED 5 1 the worker died on the last of 5 attempts");
    assertThat(paths()).containsExactly("/refunds", "/releases");
    assertThat(database.rows("SELECT fencing_token FROM job_run")).containsExactly("8");
  }

  @Test
  void takesOverAnUndoAndGoesOnWithWhatIsLeft() throws Exception {
    abandoned("COMPENSATING", 1, 1);
    database.execute("UPDATE saga_step SET state = 'UNDONE' WHERE step = 'CHARGE'");
    start();

    database.await(STATE, "COMPENSATED 1 2 -");
    assertThat(paths()).containsExactly("/releases");
  }

  @Test
  void handsAnUndoToAHumanOnWhichEveryWorkerDied() throws Exception {
    abandoned("COMPENSATING", 1, 12);
    start();

    database.await(STATE, "MANUAL_REVIEW 1 12 workers died on all attempts to undo it");
    assertThat(paths()).isEmpty();
    assertThat(database.rows("SELECT remedy FROM job_run").get(0))
        .contains(
            "order-cancel/1001/fulfil", "order-refund/1001/fulfil", "order-release/1001/fulfil");
  }

  @Test
  void givesUpAnUndoWhoseAttemptsDiedAndGoesOnWithTheNext() throws Exception {
    abandoned("COMPENSATING", 1, 4);
    database.execute("UPDATE saga_step SET undo_attempts = 4 WHERE step = 'CHARGE'");
    start();

    database.await("SELECT status FROM job_run", "MANUAL_REVIEW");
    assertThat(paths()).containsExactly("/releases");
    assertThat(database.rows(STEPS)).containsExactly("RESERVE UNDONE", "CHARGE UNDO_FAILED");
  }

  /** Reserved and charged, by a worker that is no more. */
  private static void abandoned(String status, int attempts, int undoAttempts) throws Exception {
    database.execute(
        "INSERT INTO job_run (key, job, tenant_id, status, fencing_token, holder, lease_until,"
            + " attempts, undo_attempts, started_at, deadline) VALUES ('1001/fulfil', 'order', 1, '"
            + status
            + "', 7, 'gone', clock_timestamp() - interval '1 s', "
            + attempts
            + ", "
            + undoAttempts
            + ", clock_timestamp(), clock_timestamp() + interval '1 minute')",
        "INSERT INTO saga_step (key, step, position, state, request_id, external_id,"
            + " undo_request_id) VALUES ('1001/fulfil', 'RESERVE', 1, 'DONE', 'a', 'rs_1', 'b'),"
            + " ('1001/fulfil', 'CHARGE', 2, 'DONE', 'c', 'ch_1', 'd')");
  }
}
