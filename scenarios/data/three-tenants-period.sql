-- As three-tenants.sql, and January 2026 has closed: each worker's own tick starts both statements.
-- Expected statements for 2026-01-31: tenant 1 = 120.57, tenant 2 = 79.99.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true),
  (3, 'Internal test account', false);

INSERT INTO usage_line (line_id, tenant_id, day, item, amount) VALUES
  (101, 1, '2025-12-31', 'parcels',  55.55),  -- the day before the period: not in it
  (102, 1, '2026-01-01', 'parcels',  99.95),
  (103, 1, '2026-01-15', 'storage',  20.33),
  (104, 1, '2026-01-20', 'credit',   -0.01),
  (105, 1, '2026-01-31', 'labels',    0.30),  -- the last day: in it
  (106, 1, '2026-02-01', 'parcels',  12.34),  -- the day after: not in it
  (201, 2, '2026-01-10', 'seats',    33.33),
  (202, 2, '2026-01-11', 'seats',    33.33),
  (203, 2, '2026-01-12', 'seats',    13.33),
  (301, 3, '2026-01-15', 'parcels', 500.49);

INSERT INTO billing_period (statement_date, closes_at) VALUES
  ('2026-01-31', clock_timestamp() - interval '1 hour');
