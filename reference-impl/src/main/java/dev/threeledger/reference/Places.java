package dev.threeledger.reference;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The limits and turns of each job, on this worker. */
final class Places {
  private final Settings settings;
  private final boolean fair;
  private final Map<String, Limits> limits = new ConcurrentHashMap<>();
  private final Map<String, Turns> turns = new ConcurrentHashMap<>();

  Places(Settings settings) {
    this.settings = settings;
    this.fair = settings.defect() != Defect.FIRST_COME_FIRST_SERVED;
  }

  Limits limits(String job) {
    return limits.computeIfAbsent(
        job,
        name -> new Limits(settings.jobLimit(), fair ? settings.tenantLimit() : Integer.MAX_VALUE));
  }

  Turns turns(String job) {
    return turns.computeIfAbsent(job, name -> new Turns(fair));
  }

  /** Takes a place for a key of the job, if there is one. */
  boolean enter(String job, long tenant) {
    return limits(job).enter(tenant);
  }

  void leave(String job, long tenant) {
    limits(job).leave(tenant);
  }
}
