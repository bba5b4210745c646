-- January 2026 has closed for tenants 1 and 2, among the usage of 200 others: 200,000 lines. Amounts as in three-tenants.sql.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Nordwind Logistics', true),
  (2, 'Ribeiro Coffee', true);
INSERT INTO tenant (tenant_id, name, billable)
  SELECT 1000 + n, 'Account ' || n, false FROM generate_series(1, 200) AS n;

INSERT INTO usage_line (line_id, tenant_id, day, item, amount)
  SELECT 10000 + n, 1001 + n % 200, date '2025-10-01' + n % 120, 'parcels', 1 + n % 97
  FROM generate_series(1, 200000) AS n;
INSERT INTO usage_line (line_id, tenant_id, day, item, amount) VALUES
  (102, 1, '2026-01-01', 'parcels',  99.95),
  (103, 1, '2026-01-15', 'storage',  20.33),
  (105, 1, '2026-01-31', 'labels',    0.29),
  (201, 2, '2026-01-10', 'seats',    33.33),
  (202, 2, '2026-01-11', 'seats',    33.33),
  (203, 2, '2026-01-12', 'seats',    13.33);

INSERT INTO billing_period (statement_date, closes_at) VALUES
  ('2026-01-31', clock_timestamp() - interval '1 hour');

ANALYZE usage_line;
