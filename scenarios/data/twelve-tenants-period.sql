-- Twelve tenants, each 10.00 for January 2026, which has closed: the workers' own ticks start all of it.

INSERT INTO tenant (tenant_id, name, billable)
  SELECT n, 'Tenant ' || n, true FROM generate_series(1, 12) AS n;

INSERT INTO usage_line (line_id, tenant_id, day, item, amount)
  SELECT n, n, '2026-01-15', 'parcels', 10.00 FROM generate_series(1, 12) AS n;

INSERT INTO billing_period (statement_date, closes_at) VALUES
  ('2026-01-31', clock_timestamp() - interval '1 hour');
