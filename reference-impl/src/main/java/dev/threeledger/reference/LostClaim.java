package dev.threeledger.reference;

/** A conditional update met no row: somebody else holds the key now. Stop, touch nothing. */
final class LostClaim extends RuntimeException {
  private static final long serialVersionUID = 1;

  LostClaim(Claim claim) {
    super(claim + ": no longer ours", null, false, false);
  }
}
