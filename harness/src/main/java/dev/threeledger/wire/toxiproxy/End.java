package dev.threeledger.wire.toxiproxy;

/** How a link ends; follows the data through the stages. */
enum End {
  /** The source has shut down its output: the destination sees that, the other link goes on. */
  HALF,
  /** The source is gone, or a toxic closed the link: both sockets are closed. */
  FULL,
  /** Both sockets are reset (RST). */
  RESET
}
