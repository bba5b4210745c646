package dev.threeledger.fault;

import dev.threeledger.scenario.Fault;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Event.PointReached;

/**
 * A fault whose point was reached.
 *
 * @param seq of PointReached
 * @param moment the event that is the point, or null when the timeline lacks it
 */
record StruckPoint(Fault fault, long seq, PointReached point, Event moment) {

  String name() {
    return fault.name();
  }

  String worker() {
    return point.worker();
  }

  /** Connection number of the moment, where it is one on the database's wire, else -1. */
  long connection() {
    return moment instanceof Event.Wire wire ? wire.connection() : -1;
  }

  /** Transaction number on that connection, or -1. */
  long transaction() {
    return moment instanceof Event.Wire wire ? wire.transaction() : -1;
  }

  /** Transaction id, where the moment is a commit and it was learnt, else null. */
  Long xid() {
    if (moment instanceof Event.CommitAsked commit) {
      return commit.xid();
    }
    return moment instanceof Event.CommitAcknowledged commit ? commit.xid() : null;
  }

  /** Number of the outside request that the moment belongs to, or -1. */
  long request() {
    return moment instanceof Event.Outside outside ? outside.request() : -1;
  }
}
