-- As periods-closing-later.sql, and the three periods have closed long before any worker runs.
-- Statements, if made: 02-28: tenant 1 = 12.34, tenant 2 = 10.00;
-- 03-31: 20.00 and 21.21; 04-30: 0.05 and 30.00.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true),
  (3, 'Internal test account', false);

INSERT INTO usage_line (line_id, tenant_id, day, item, amount) VALUES
  (101, 1, '2025-12-31', 'parcels',  55.55),
  (102, 1, '2026-01-01', 'parcels',  99.95),
  (103, 1, '2026-01-15', 'storage',  20.33),
  (104, 1, '2026-01-20', 'credit',   -0.01),
  (105, 1, '2026-01-31', 'labels',    0.30),
  (106, 1, '2026-02-01', 'parcels',  12.34),
  (107, 1, '2026-03-31', 'parcels',  20.00),
  (108, 1, '2026-04-01', 'labels',    0.05),
  (201, 2, '2026-01-10', 'seats',    79.99),
  (202, 2, '2026-02-28', 'seats',    10.00),
  (203, 2, '2026-03-01', 'seats',    21.21),
  (204, 2, '2026-04-30', 'seats',    30.00),
  (301, 3, '2026-03-15', 'parcels', 500.49);

INSERT INTO billing_period (statement_date, closes_at) VALUES
  ('2026-02-28', clock_timestamp() - interval '3 hours'),
  ('2026-03-31', clock_timestamp() - interval '2 hours'),
  ('2026-04-30', clock_timestamp() - interval '1 hour');
