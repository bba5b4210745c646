package dev.threeledger.cli;

/** Exit codes of all commands. */
public final class ExitCode {
  /** Every cell gave the verdict that its scenario states. */
  public static final int AS_EXPECTED = 0;

  /** At least one cell did not. */
  public static final int NOT_AS_EXPECTED = 1;

  /**
   * The input is wrong: arguments, scenarios, subject or outside systems. Nothing was run; only SQL
   * that the database refuses is found later, and ends the batch.
   */
  public static final int BAD_INPUT = 2;

  /** The subject does not start or cannot be prepared. */
  public static final int SUBJECT_FAILED = 3;

  /** Database, proxy, outside servers or evidence folder cannot be had. */
  public static final int ENVIRONMENT_FAILED = 4;

  /** Threeledger itself broke: a defect of ours. */
  public static final int BROKEN = 5;

  /** Ended by the user with Ctrl-C; by SIGTERM it is the JVM's 143. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
