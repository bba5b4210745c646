-- Orders at the edges of numeric(12, 2): largest 9999999999.99. Nothing is released: an order is fulfilled when it is triggered.
-- 1001 = one cent, 1002 = the largest, of the largest quantity, 1003 = ends in a nought, 1004 = cents that no binary
-- fraction holds, 2001 = nothing to charge, 2002 = less than nothing.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true);

INSERT INTO customer_order (order_id, tenant_id, item, quantity, amount, customer_name, card_token) VALUES
  (1001, 1, 'label',                1,          0.01, 'Order desk 1', 'tok_test_1001'),
  (1002, 1, 'freight',     2147483647, 9999999999.99, 'Order desk 1', 'tok_test_1002'),
  (1003, 1, 'label-roll',           1,         10.10, 'Order desk 1', 'tok_test_1003'),
  (1004, 1, 'pallet-jack',          1,     100000.29, 'Order desk 1', 'tok_test_1004'),
  (2001, 2, 'sample-box',           1,          0.00, 'Order desk 2', 'tok_test_2001'),
  (2002, 2, 'return',               1,         -0.01, 'Order desk 2', 'tok_test_2002');
