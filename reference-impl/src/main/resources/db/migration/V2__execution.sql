-- The executor's own records, the same for every job. The primary key decides who starts; the fencing token, who
-- may go on.

CREATE TABLE job_run (
  key             text        PRIMARY KEY,  -- the business key as one text: 1/2026-01-31, 1001/fulfil
  job             text        NOT NULL,
  tenant_id       bigint      NOT NULL,
  status          text        NOT NULL
    CHECK (status IN ('READY', 'RUNNING', 'RETRY_WAIT', 'SUCCEEDED', 'COMPENSATING', 'COMPENSATED', 'MANUAL_REVIEW')),
  step            text,                 -- the last step that was begun
  fencing_token   bigint      NOT NULL, -- rises with every claim of this key
  holder          text        NOT NULL, -- worker and execution: never the same twice
  lease_until     timestamptz,          -- by this database's clock, and no other
  attempts        integer     NOT NULL, -- claims so far; a death is one
  undo_attempts   integer     NOT NULL DEFAULT 0, -- of them, those that undo
  next_attempt_at timestamptz,          -- while it waits
  started_at      timestamptz NOT NULL,
  deadline        timestamptz NOT NULL, -- no repeated attempt after this: the next tick owns that time
  finished_at     timestamptz,
  reason          text,                 -- why it is undone; of MANUAL_REVIEW: what happened,
  owner           text,                 -- who looks at it,
  remedy          text,                 -- and what to do
  error           text,                 -- last error, masked
  input_digest    text,                 -- SHA-256 of what the trigger said beyond the key
  traceparent     text,                 -- of the trigger that started it
  CONSTRAINT manual_review_is_owned
    CHECK (status <> 'MANUAL_REVIEW' OR (reason IS NOT NULL AND owner IS NOT NULL AND remedy IS NOT NULL))
);

CREATE INDEX job_run_open ON job_run (status) WHERE status IN ('RUNNING', 'RETRY_WAIT', 'COMPENSATING');

-- What was about to be done outside (written before), and what came of it (written after).
-- result: null = begun, may or may not have happened; UNKNOWN = sent, no certain answer;
-- NOT_SENT; REFUSED; DONE.
CREATE TABLE step_log (
  key           text        NOT NULL,
  fencing_token bigint      NOT NULL,
  step          text        NOT NULL,
  attempt       integer     NOT NULL,
  input_digest  text,                  -- SHA-256 of what was sent
  request_id    text,                  -- the idempotency key
  external_id   text,                  -- the partner's name for the effect
  result        text CHECK (result IN ('DONE', 'UNKNOWN', 'NOT_SENT', 'REFUSED')),
  error         text,                  -- masked
  traceparent   text,
  at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (key, fencing_token, step)
);
