-- Tenant 1 has placed sixteen orders, tenants 2 and 3 one each; an order is fulfilled when it is triggered.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true),
  (3, 'Internal test account', false);

INSERT INTO customer_order (order_id, tenant_id, item, quantity, amount, customer_name, card_token)
  SELECT n, 1, 'label-roll', 1, 10.01, 'Order desk 1', 'tok_test_' || n FROM generate_series(1001, 1016) AS n;

INSERT INTO customer_order (order_id, tenant_id, item, quantity, amount, customer_name, card_token) VALUES
  (2001, 2, 'green-beans', 3, 64.47, 'Order desk 2', 'tok_test_2001'),
  (3001, 3, 'sample-box',  1,  0.01, 'Order desk 3', 'tok_test_3001');
