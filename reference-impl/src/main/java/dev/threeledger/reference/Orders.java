package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The business tables of the order job; its keys are the order and the kind of action. */
final class Orders {
  private static final String FULFIL = "fulfil";
  private static final Set<String> ACTIONS = Set.of(FULFIL);

  private Orders() {}

  /** The key of an action on an order. */
  static JobKey key(long order, String action) {
    return new JobKey(OrderJob.NAME, order + "/" + action);
  }

  /** Empty: the members name no order, or no action that is known. */
  static Optional<JobKey> key(Map<String, String> members) {
    String action = members.getOrDefault("action_type", "");
    try {
      long order = Long.parseLong(members.getOrDefault("order_id", ""));
      return ACTIONS.contains(action) ? Optional.of(key(order, action)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long order(JobKey key) {
    return Long.parseLong(key.part(0));
  }

  static Job.Origin origin(JobKey key) {
    return new Job.Origin(
        "SELECT tenant_id FROM customer_order WHERE order_id = ?", List.of(order(key)));
  }

  /** Keys of released orders that nobody has started, oldest first. */
  static List<JobKey> notStarted(Connection c, int most) throws SQLException {
    return Database.rows(
        c,
        "SELECT order_id FROM customer_order o WHERE released_at <= clock_timestamp()"
            + " AND NOT EXISTS (SELECT FROM job_run r WHERE r.key = o.order_id || '/"
            + FULFIL
            + "') ORDER BY released_at, order_id LIMIT ?",
        row -> key(row.getLong(1), FULFIL),
        most);
  }

  static Order read(Connection c, JobKey key) throws SQLException {
    return Database.rows(
            c,
            "SELECT item, quantity, amount, customer_name, card_token FROM customer_order"
                + " WHERE order_id = ?",
            row ->
                new Order(
                    key.text(),
                    row.getString(1),
                    row.getInt(2),
                    row.getBigDecimal(3),
                    row.getString(4),
                    row.getString(5)),
            order(key))
        .stream()
        .findFirst()
        .orElseThrow(() -> new SQLException("no order " + key, "02000"));
  }

  /** Enters what was done for the order, with the partners' names for it. */
  static void fulfilled(Connection c, JobKey key, Order order, Map<String, String> ids)
      throws SQLException {
    Database.update(
        c,
        "INSERT INTO fulfilment (order_id, action_type, amount, reservation_id, charge_id,"
            + " shipment_id) VALUES (?, ?, ?, ?, ?, ?)",
        order(key),
        key.part(1),
        order.amount(),
        ids.get(OrderJob.RESERVE),
        ids.get(OrderJob.CHARGE),
        ids.get(OrderJob.BOOK));
  }
}
