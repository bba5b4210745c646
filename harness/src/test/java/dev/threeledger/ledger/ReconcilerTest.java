package dev.threeledger.ledger;

import static dev.threeledger.check.Samples.KEY;
import static dev.threeledger.check.Samples.ledgerRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.check.Samples;
import dev.threeledger.ledger.ReconciledKey.Disagreement;
import dev.threeledger.ledger.ReconciledKey.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
  private static final LedgerRow BUSINESS = ledgerRow(KEY, "statement", "120.50", null);
  private static final LedgerRow CHARGE = ledgerRow(KEY, "payments.charge", "120.5", "applied");
  private static final LedgerRow REFUNDED = ledgerRow(KEY, "payments.charge", "120.5", "undone");
  private static final LedgerRow DONE = ledgerRow(KEY, "statement", null, "SUCCEEDED");

  @Test
  void emptyLedgersGiveNoKeys() {
    assertThat(reconcile(List.of(), List.of(), List.of())).isEmpty();
  }

  @Test
  void agreeingLedgersGiveNoDisagreementAndAmountsCompareByValue() {
    assertThat(reconcile(List.of(BUSINESS), List.of(CHARGE), List.of(DONE)))
        .isEqualTo(
            List.of(
                new ReconciledKey(
                    KEY,
                    "statement",
                    null,
                    List.of(BUSINESS),
                    List.of(CHARGE),
                    List.of(DONE),
                    List.of())));
  }

  @Test
  void doneWithoutEffectAndBusiness() {
    assertThat(disagreements(List.of(), List.of(REFUNDED), List.of(DONE)))
        .isEqualTo(
            List.of(
                new Disagreement(
                    Kind.DONE_WITHOUT_EFFECT,
                    "execution says SUCCEEDED; effect payments.charge is missing"),
                new Disagreement(
                    Kind.DONE_WITHOUT_BUSINESS,
                    "execution says SUCCEEDED; business rows: 0 instead of 1")));
  }

  @Test
  void effectWithoutAnybodyWhoAnswersForIt() {
    LedgerRow waiting = ledgerRow(KEY, "statement", null, "RETRY_WAIT");

    assertThat(disagreements(List.of(), List.of(CHARGE), List.of()))
        .isEqualTo(
            List.of(
                new Disagreement(
                    Kind.EFFECT_WITHOUT_DONE,
                    "effect payments.charge is in place; execution has no row")));
    assertThat(disagreements(List.of(), List.of(CHARGE), List.of(waiting)))
        .isEqualTo(
            List.of(
                new Disagreement(
                    Kind.EFFECT_WITHOUT_DONE,
                    "effect payments.charge is in place; execution says RETRY_WAIT")));
  }

  @Test
  void aBusinessRowOfWhichNoExecutionKnows() {
    LedgerRow invoice = ledgerRow(KEY, "invoice", "120.50", null);

    assertThat(disagreements(List.of(BUSINESS), List.of(), List.of()))
        .isEqualTo(
            List.of(
                new Disagreement(
                    Kind.BUSINESS_WITHOUT_EXECUTION, "business rows: 1; execution has no row")));
    assertThat(disagreements(List.of(invoice), List.of(), List.of())).isEmpty();
  }

  @Test
  void anEffectThatAHumanHasToLookAtIsNoDisagreement() {
    LedgerRow manual = ledgerRow(KEY, "statement", null, "MANUAL_REVIEW");

    assertThat(disagreements(List.of(), List.of(CHARGE), List.of(manual))).isEmpty();
  }

  @Test
  void everythingAtOnceInFixedOrder() {
    LedgerRow dearer = ledgerRow(KEY, "payments.charge", "999", "applied");
    LedgerRow odd = ledgerRow(KEY, "statement", null, "ODD");

    assertThat(
            disagreements(List.of(BUSINESS, BUSINESS), List.of(CHARGE, dearer), List.of(DONE, odd)))
        .isEqualTo(
            List.of(
                new Disagreement(Kind.TOO_MANY_BUSINESS_ROWS, "2 business rows, at most 1 may be"),
                new Disagreement(
                    Kind.TOO_MANY_EFFECTS, "2 effects payments.charge hold, at most 1 may"),
                new Disagreement(
                    Kind.AMOUNT_DIFFERS,
                    "business amount 241.00, effect payments.charge amount 120.5"),
                new Disagreement(
                    Kind.TOO_MANY_EXECUTIONS, "2 execution rows, at most 1 may be: SUCCEEDED, ODD"),
                new Disagreement(
                    Kind.UNKNOWN_STATE,
                    "execution is in state ODD, which the subject does not list")));
  }

  @Test
  void aLedgerThatWasNotReadIsNotCompared() {
    Ledgers onlyExecution =
        new Ledgers(
            Optional.empty(), Optional.empty(), Optional.of(List.of(DONE)), Optional.empty());

    assertThat(Reconciler.reconcile(Samples.subject(), onlyExecution))
        .isEqualTo(
            List.of(
                new ReconciledKey(
                    KEY, "statement", null, List.of(), List.of(), List.of(DONE), List.of())));
  }

  @Test
  void keysComeInOrderOfFirstAppearanceDueFirst() {
    Ledgers ledgers =
        new Ledgers(
            Optional.of(List.of(ledgerRow("c", "statement", "1", null))),
            Optional.of(
                List.of(
                    ledgerRow("d", "payments.charge", "1", "applied"),
                    ledgerRow("e", "payments.refund", "1", "applied"))),
            Optional.of(List.of(ledgerRow("b", "statement", null, "READY"))),
            Optional.of(List.of(ledgerRow("a", "statement", null, null))));

    assertThat(Reconciler.reconcile(Samples.subject(), ledgers))
        .extracting(key -> key.key() + " " + key.due())
        .isEqualTo(List.of("a true", "b false", "c false", "d false"));
  }

  private static List<Disagreement> disagreements(
      List<LedgerRow> business, List<LedgerRow> external, List<LedgerRow> execution) {
    return reconcile(business, external, execution).get(0).disagreements();
  }

  private static List<ReconciledKey> reconcile(
      List<LedgerRow> business, List<LedgerRow> external, List<LedgerRow> execution) {
    return Reconciler.reconcile(
        Samples.subject(),
        new Ledgers(
            Optional.of(business),
            Optional.of(external),
            Optional.of(execution),
            Optional.empty()));
  }
}
