package dev.threeledger.wire.postgres;

import dev.threeledger.timeline.Timeline;
import dev.threeledger.wire.CommitObserver;
import dev.threeledger.wire.Gate;
import java.net.InetSocketAddress;

/** What a tap's connections need of their tap. */
interface Tapped {
  String worker();

  InetSocketAddress server();

  Timeline timeline();

  Gate gate();

  CommitObserver observer();

  /** Something was passed on that was not understood. */
  void countNotUnderstood();

  /** The connection's threads are done. */
  void finished(TapConnection connection);
}
