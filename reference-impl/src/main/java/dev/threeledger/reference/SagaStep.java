package dev.threeledger.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A step of the order saga: a call to a partner, and the call that undoes it. Both keys come from
 * the order alone; the undo names the step's request by its key, so that it can be sent whether the
 * step's answer is known or not.
 *
 * @param name as in {@code step_log} and {@code saga_step}
 * @param path of the call
 * @param says members of its body beyond the reference, in turn with their values
 * @param undo its name
 * @param undoPath its path
 * @param undoSays the same of the undo, beyond reference and request
 */
record SagaStep(
    String name,
    Partner partner,
    String path,
    Function<Order, List<String>> says,
    String undo,
    String undoPath,
    Function<Order, List<String>> undoSays) {

  /** The call, as it goes out each time. */
  Request request(Order order) {
    return new Request(partner, path, requestKey(order.reference()), body(order, List.of(), says));
  }

  /** The undo, as it goes out each time. */
  Request undoRequest(Order order) {
    List<String> request = List.of("request", requestKey(order.reference()));
    String key = undoKey(order.reference());
    return new Request(partner, undoPath, key, body(order, request, undoSays));
  }

  /** Idempotency key of the call for the order of that reference. */
  String requestKey(String reference) {
    return key(reference, name);
  }

  /** Idempotency key of its undo. */
  String undoKey(String reference) {
    return key(reference, undo);
  }

  private static String key(String reference, String operation) {
    return "order-" + operation.toLowerCase(java.util.Locale.ROOT) + "/" + reference;
  }

  private static String body(
      Order order, List<String> first, Function<Order, List<String>> further) {
    List<String> members = new ArrayList<>(Arrays.asList("reference", order.reference()));
    members.addAll(first);
    members.addAll(further.apply(order));
    return Json.write(members.toArray(String[]::new));
  }
}
