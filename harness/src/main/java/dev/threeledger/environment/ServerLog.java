package dev.threeledger.environment;

/** What the server wrote. */
final class ServerLog {
  /** Time, process id, database, SQLSTATE; tabs between. Continuation lines begin with a tab. */
  static final String LINE_PREFIX = "%m\t%p\t%d\t%e\t";

  private ServerLog() {}
}
