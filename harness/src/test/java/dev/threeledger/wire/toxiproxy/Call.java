package dev.threeledger.wire.toxiproxy;

import eu.rekawek.toxiproxy.model.ToxicDirection;

/** Both ends of a connection through a proxy. */
record Call(Peer client, Peer server) {
  Peer sender(ToxicDirection direction) {
    return direction == ToxicDirection.UPSTREAM ? client : server;
  }

  Peer receiver(ToxicDirection direction) {
    return direction == ToxicDirection.UPSTREAM ? server : client;
  }
}
