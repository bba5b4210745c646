-- Orders: what the business owns, and how far the saga of each has come.

-- released_at: from then on the executor's own rounds pick the order up; null: only a trigger does.
CREATE TABLE customer_order (
  order_id      bigint         PRIMARY KEY,
  tenant_id     bigint         NOT NULL REFERENCES tenant,
  item          text           NOT NULL,
  quantity      integer        NOT NULL CHECK (quantity > 0),
  amount        numeric(12, 2) NOT NULL,
  customer_name text           NOT NULL,
  card_token    text           NOT NULL,
  placed_at     timestamptz    NOT NULL DEFAULT clock_timestamp(),
  released_at   timestamptz
);

-- One per order and kind of action that was carried out; written in the transaction that says so.
CREATE TABLE fulfilment (
  order_id       bigint         NOT NULL REFERENCES customer_order,
  action_type    text           NOT NULL,
  amount         numeric(12, 2) NOT NULL,
  reservation_id text           NOT NULL,
  charge_id      text           NOT NULL,
  shipment_id    text           NOT NULL,
  fulfilled_at   timestamptz    NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (order_id, action_type)
);

-- The undo of each step, registered before the step is sent: from then on it may have happened.
CREATE TABLE saga_step (
  key             text        NOT NULL,
  step            text        NOT NULL,
  position        integer     NOT NULL, -- undone from the last to the first
  state           text        NOT NULL
    CHECK (state IN ('BEGUN', 'DONE', 'NOT_DONE', 'UNDONE', 'UNDO_FAILED')),
  request_id      text        NOT NULL, -- the step's idempotency key: the undo names it
  external_id     text,                 -- the partner's name for the effect, once it is known
  undo_request_id text        NOT NULL, -- the undo's own idempotency key
  undo_attempts   integer     NOT NULL DEFAULT 0, -- begun so far; a death is one
  undo_id         text,                 -- the partner's name for the undo; null: there was nothing to undo
  error           text,                 -- last error of the undo, masked
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (key, step)
);
