-- Amounts at the edges of numeric(12, 2): largest 9999999999.99. Nothing is due by the clock.
-- Expected statements for 2026-01-31: tenant 1 = 0.01, tenant 2 = 9999999999.99, tenant 3 = one cent too much to
-- be stored, tenant 4 = nothing to bill (the lines cancel out), tenant 5 = 0.30 from three lines of 0.10.

INSERT INTO tenant (tenant_id, name, billable) VALUES
  (1, 'Smallest', true),
  (2, 'Largest', true),
  (3, 'Too large', true),
  (4, 'Nothing', true),
  (5, 'Thirds', true);

INSERT INTO usage_line (line_id, tenant_id, day, item, amount) VALUES
  (101, 1, '2026-01-31', 'labels',          0.01),
  (201, 2, '2026-01-02', 'freight', 9999999999.98),
  (202, 2, '2026-01-03', 'labels',          0.01),
  (301, 3, '2026-01-02', 'freight', 9999999999.99),
  (302, 3, '2026-01-03', 'labels',          0.01),
  (401, 4, '2026-01-02', 'freight',        12.50),
  (402, 4, '2026-01-03', 'credit',        -12.50),
  (501, 5, '2026-01-02', 'labels',          0.10),
  (502, 5, '2026-01-03', 'labels',          0.10),
  (503, 5, '2026-01-04', 'labels',          0.10);
