package dev.threeledger.fault;

import dev.threeledger.scenario.Fault.Side;
import dev.threeledger.scenario.FaultPoint;
import dev.threeledger.scenario.Subject;
import dev.threeledger.timeline.Event;

/**
 * A commit brought a row to the planned state when: (after) its changes in the stream say so, from
 * before the fault struck; (before) one of its statements wrote that state for the key, and, where
 * the commit went through all the same, the stream says so too.
 */
final class StateProof {
  private StateProof() {}

  static void add(StruckPoint struck, FaultPoint.Commit point, Subject subject, Proof proof) {
    String role = point.state().yamlName();
    Long xid = struck.xid();
    if (struck.fault().side() == Side.AFTER) {
      proof.demand(
          xid != null
              && proof
                  .find(
                      Event.RowChanged.class,
                      0,
                      row -> row.xid() == xid && NewState.in(row, point, subject))
                  .map(row -> row.seq() < struck.seq())
                  .orElse(false),
          "the commit brought a row of %s to be %s".formatted(point.wrote(), role));
      return;
    }
    proof.demand(
        proof
            .find(
                Event.StatementSent.class,
                0,
                sent ->
                    CrashProof.same(struck, sent.worker(), sent.connection(), sent.transaction())
                        && NewState.in(sent.sql(), sent.parameters(), point, subject))
            .map(sent -> sent.seq() < struck.seq())
            .orElse(false),
        "a statement of the commit wrote a row of %s to be %s".formatted(point.wrote(), role));
    boolean wentThrough =
        xid != null && proof.find(Event.RowChanged.class, 0, row -> row.xid() == xid).isPresent();
    if (wentThrough) {
      proof.demand(
          proof
              .find(
                  Event.RowChanged.class,
                  0,
                  row -> row.xid() == xid && NewState.in(row, point, subject))
              .isPresent(),
          "the commit went through later, and brought a row of %s to be %s"
              .formatted(point.wrote(), role));
    }
  }
}
