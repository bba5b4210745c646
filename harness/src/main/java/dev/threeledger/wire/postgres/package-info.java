/**
 * The tap between one worker and PostgreSQL.
 *
 * <pre>
 *            ┌───────────────────── TapConnection ──────────────────────┐
 *  worker ──►│ Framer ─► WorkerSide ─► steps: ask gate, then forward    │──► server
 *         ◄──│ steps: report, ask gate, then forward ◄─ ServerSide ◄─ … │◄──
 *            └────────────── Conversation: what both sides know ────────┘
 * </pre>
 *
 * <p>Reads the bytes of protocol v3 in both directions; gives the {@code Wire} events, and the
 * moments of statements and commits to the {@link dev.threeledger.wire.Gate}. {@code Conversation}
 * and what it uses know no socket, thread or clock: bytes in, events and steps out.
 *
 * <p>Start reading at {@link dev.threeledger.wire.postgres.PostgresTap}, then {@code Conversation}.
 *
 * <p>Guarantees: the bytes forwarded are the bytes that arrived, in order. Requests are held up to
 * the Query, Sync or Flush that makes the server act on them, answers up to the ReadyForQuery that
 * ends their cycle. Memory is bounded: of a message only the first MiB is read, of requests one MiB
 * and of an answer 8 MiB are held; what exceeds that streams through. Not followed: two-phase
 * commit, the function-call protocol, replication, encrypted connections (all pass on untouched and
 * are counted), and writes by functions that an autocommitted SELECT calls (their rows are on the
 * timeline, but no commit is reported).
 *
 * <p>May import: wire, timeline, scenario.
 */
package dev.threeledger.wire.postgres;
