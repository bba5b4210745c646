package dev.threeledger.external;

import java.util.Optional;

/**
 * Asked before an effect is applied, under the ledger's lock: the last moment at which a run can be
 * stopped before something irreversible. May wait for what the database tells, and for nothing that
 * asks the ledger in turn.
 */
public interface Brake {

  /** Stops nothing. */
  Brake NONE = (request, undoes) -> Optional.empty();

  /**
   * Why the run must stop before this request's effect; empty when it may be applied.
   *
   * @param request its number
   * @param undoes true when the effect undoes an earlier one
   */
  Optional<Stop> before(long request, boolean undoes);

  /**
   * The run must stop.
   *
   * @param condition as in {@code stop_when:}
   * @param judgedBy seq of the last event that was considered
   */
  record Stop(String condition, long judgedBy) {}
}
