package dev.threeledger.wire.toxiproxy;

/** What puts bytes into a link: its reader, or one of its stages. One thread each. */
abstract class Feeder {
  /** Who gets them; null: the destination. Written under the link's lock only. */
  volatile Stage next;
}
