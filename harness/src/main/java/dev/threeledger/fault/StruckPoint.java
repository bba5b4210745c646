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
    if (moment instanceof Event.CommitAsked commit) {
      return commit.connection();
    }
    if (moment instanceof Event.CommitAcknowledged commit) {
      return commit.connection();
    }
    if (moment instanceof Event.StatementSent statement) {
      return statement.connection();
    }
    return moment instanceof Event.StatementAnswered statement ? statement.connection() : -1;
  }

  /** Transaction number on that connection, or -1. */
  long transaction() {
    if (moment instanceof Event.CommitAsked commit) {
      return commit.transaction();
    }
    if (moment instanceof Event.CommitAcknowledged commit) {
      return commit.transaction();
    }
    if (moment instanceof Event.StatementSent statement) {
      return statement.transaction();
    }
    return moment instanceof Event.StatementAnswered statement ? statement.transaction() : -1;
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
    if (moment instanceof Event.RequestReceived event) {
      return event.request();
    }
    if (moment instanceof Event.EffectApplied event) {
      return event.request();
    }
    if (moment instanceof Event.EffectDeduplicated event) {
      return event.request();
    }
    if (moment instanceof Event.EffectRefused event) {
      return event.request();
    }
    if (moment instanceof Event.EffectUndone event) {
      return event.request();
    }
    return moment instanceof Event.AnswerSent event ? event.request() : -1;
  }
}
