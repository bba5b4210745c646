package dev.threeledger.reference;

import java.math.BigDecimal;

/** What the payments partner is asked for. */
final class Payments {
  private static final String CHARGES = "/charges";

  private final Partner partner;

  Payments(Settings settings) {
    this(new Partner("payments", settings.paymentsUrl(), settings));
  }

  Payments(Partner partner) {
    this.partner = partner;
  }

  /** A charge as it goes out. */
  record Charge(String requestKey, String reference, BigDecimal amount) {
    String body() {
      return Json.write(
          "reference", reference, "amount", amount.toPlainString(), "currency", "EUR");
    }
  }

  Request request(Charge charge) {
    return new Request(partner, CHARGES, charge.requestKey(), charge.body());
  }

  Answer charge(Charge charge) {
    return request(charge).send();
  }

  /** Gives a charge back. {@code chargeId} is the partner's. */
  Answer refund(Charge charge, String requestKey, String chargeId) {
    String body =
        Json.write(
            "reference", charge.reference(),
            "amount", charge.amount().toPlainString(),
            "charge", chargeId);
    return new Request(partner, "/refunds", requestKey, body).sendUndo();
  }

  /** Asks for the charge by its idempotency key. */
  Answer find(String requestKey) {
    return partner.find(CHARGES, requestKey);
  }
}
