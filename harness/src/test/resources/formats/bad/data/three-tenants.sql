INSERT INTO tenant (tenant_id, billable) VALUES (1, true);
