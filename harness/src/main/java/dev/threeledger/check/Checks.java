package dev.threeledger.check;

import java.util.List;

/** All checks, in their fixed order. */
public final class Checks {
  /** Why a check has nothing to judge at all. */
  static final String NOTHING_HAPPENED =
      "nothing happened in this run: no trigger, no row change, no request";

  private static final List<Check> ALL =
      List.of(
          new AtMostOneEffect(),
          new NoSilentLoss(),
          new RecordsAgree(),
          new StableKey(),
          new SingleHolder(),
          new LegalTransitions(),
          new BoundedAttempts(),
          new Compensated(),
          new ManualIsOwned(),
          new Recovers(),
          new NoRetryStorm(),
          new FairShare(),
          new SecretsMasked(),
          new KeyBodyAgree(),
          new AsExpected());

  private Checks() {}

  /** In the order in which reports list them. */
  public static List<Check> all() {
    return ALL;
  }

  /** Names as in YAML, in the order of {@link #all()}. */
  public static List<String> names() {
    return ALL.stream().map(Check::name).toList();
  }
}
