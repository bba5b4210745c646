package dev.threeledger.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SagaStepTest {
  private static final Order ORDER =
      new Order("1001/fulfil", "pallet-jack", 1, new BigDecimal("99.95"), "Canary", "tok_canary");
  private static final SagaStep CHARGE =
      new SagaStep(
          "CHARGE",
          null,
          "/charges",
          order -> List.of("amount", order.amount().toPlainString()),
          "REFUND",
          "/refunds",
          order -> List.of());

  @Test
  void hasKeysThatComeFromTheOrderAlone() {
    assertThat(CHARGE.request(ORDER).requestKey()).isEqualTo("order-charge/1001/fulfil");
    assertThat(CHARGE.undoRequest(ORDER).requestKey()).isEqualTo("order-refund/1001/fulfil");
    assertThat(CHARGE.request(ORDER)).isEqualTo(CHARGE.request(ORDER));
    assertThat(CHARGE.undoRequest(ORDER)).isEqualTo(CHARGE.undoRequest(ORDER));
  }

  @Test
  void undoesByTheKeyOfItsRequest() {
    assertThat(CHARGE.request(ORDER).body())
        .isEqualTo("{\"reference\":\"1001/fulfil\",\"amount\":\"99.95\"}");
    assertThat(CHARGE.undoRequest(ORDER).body())
        .isEqualTo("{\"reference\":\"1001/fulfil\",\"request\":\"order-charge/1001/fulfil\"}");
  }

  @Test
  void keepsNameAndTokenOutOfTheOrdersText() {
    assertThat(ORDER).hasToString("order 1001/fulfil");
  }

  @Test
  void namesAnOrderByItsNumberAndAKnownAction() {
    assertThat(Orders.key(Map.of("order_id", "1001", "action_type", "fulfil")))
        .contains(new JobKey("order", "1001/fulfil"));
    assertThat(Orders.key(Map.of("order_id", "01001", "action_type", "fulfil")))
        .contains(new JobKey("order", "1001/fulfil"));
    List<Map<String, String>> none =
        List.of(
            Map.of("order_id", "1001"),
            Map.of("action_type", "fulfil"),
            Map.of("order_id", "1001", "action_type", "burn"),
            Map.of("order_id", "x", "action_type", "fulfil"));
    assertThat(none).allSatisfy(m -> assertThat(Orders.key(m)).isEqualTo(Optional.empty()));
  }
}
