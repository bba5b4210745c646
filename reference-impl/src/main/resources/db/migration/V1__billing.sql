-- What the business owns. No row here says who works on what.

CREATE TABLE tenant (
  tenant_id bigint  PRIMARY KEY,
  name      text    NOT NULL,
  billable  boolean NOT NULL
);

-- A period whose statements are due once it has closed. settled_at: nothing is due any more.
CREATE TABLE billing_period (
  statement_date date        PRIMARY KEY,
  closes_at      timestamptz NOT NULL,
  settled_at     timestamptz
);

CREATE TABLE usage_line (
  line_id   bigint         PRIMARY KEY,
  tenant_id bigint         NOT NULL REFERENCES tenant,
  day       date           NOT NULL,
  item      text           NOT NULL,
  amount    numeric(12, 2) NOT NULL
);

CREATE INDEX usage_line_of_tenant ON usage_line (tenant_id, day);

-- One statement per tenant and period; charge_id is the payments partner's, once it is charged.
CREATE TABLE statement (
  tenant_id      bigint         NOT NULL REFERENCES tenant,
  statement_date date           NOT NULL,
  amount         numeric(12, 2) NOT NULL,
  charge_id      text,
  posted_at      timestamptz    NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, statement_date)
);
