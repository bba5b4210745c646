package dev.threeledger.reference;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The jobs that this worker can do, by name. */
final class Jobs {
  private final Map<String, Job> byName = new LinkedHashMap<>();

  Jobs(Job... jobs) {
    Arrays.stream(jobs).forEach(job -> byName.put(job.name(), job));
  }

  Collection<Job> all() {
    return byName.values();
  }

  Optional<Job> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The job of a key that one of them made. */
  Job of(JobKey key) {
    return named(key.job()).orElseThrow(() -> new IllegalStateException("no job " + key.job()));
  }
}
