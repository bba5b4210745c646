-- As orders.sql, and all are released: each worker's own rounds find them.
-- Orders in all: 3 of tenant 1, 2 of tenant 2, 1 of tenant 3, each with cents.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true),
  (3, 'Internal test account', false);

INSERT INTO customer_order (order_id, tenant_id, item, quantity, amount, customer_name, card_token) VALUES
  (1001, 1, 'pallet-jack',    1,  99.95, 'Order desk 1', 'tok_test_1001'),
  (1002, 1, 'stretch-film',  12,  47.88, 'Order desk 1', 'tok_test_1002'),
  (1003, 1, 'label-roll',   100, 120.01, 'Order desk 1', 'tok_test_1003'),
  (2001, 2, 'green-beans',    3,  64.47, 'Order desk 2', 'tok_test_2001'),
  (2002, 2, 'filter-paper',  10,   7.90, 'Order desk 2', 'tok_test_2002'),
  (3001, 3, 'sample-box',     1,   0.01, 'Order desk 3', 'tok_test_3001');

UPDATE customer_order SET released_at = clock_timestamp() - interval '1 hour';
