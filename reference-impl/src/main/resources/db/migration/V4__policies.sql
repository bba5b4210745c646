-- What bounds and audits the executor.

-- A review that nobody owns is worth nothing: blank is as bad as missing.
ALTER TABLE job_run DROP CONSTRAINT manual_review_is_owned;
ALTER TABLE job_run ADD CONSTRAINT manual_review_is_owned
  CHECK (status <> 'MANUAL_REVIEW'
         OR (reason IS NOT NULL AND owner IS NOT NULL AND remedy IS NOT NULL
             AND btrim(reason) <> '' AND btrim(owner) <> '' AND btrim(remedy) <> ''));

-- Keys that wait, by tenant: a trigger does not go ahead of another tenant's.
CREATE INDEX job_run_waiting ON job_run (job, tenant_id) WHERE status IN ('READY', 'RETRY_WAIT');

-- Each replay by a human, written in the transaction that made it.
CREATE TABLE manual_audit (
  id     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key    text        NOT NULL,
  at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  who    text        NOT NULL CHECK (btrim(who) <> ''),
  why    text        NOT NULL CHECK (btrim(why) <> ''),
  action text        NOT NULL,
  before jsonb       NOT NULL,  -- the row of job_run
  after  jsonb       NOT NULL
);

-- Repeated attempts that all keys of a job may still make now; filled up as time goes by.
CREATE TABLE retry_budget (
  job       text             PRIMARY KEY,
  tokens    double precision NOT NULL,
  filled_at timestamptz      NOT NULL
);
