package dev.threeledger.scenario;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What scenarios may refer to.
 *
 * @param subject whose settings, tables and keys they use
 * @param operations of the outside systems, such as {@code payments.charge}
 * @param checks names of all checks, in their fixed order
 */
public record Known(Subject subject, Collection<String> operations, List<String> checks) {
  public Known {
    operations = List.copyOf(new TreeSet<>(operations));
    checks = List.copyOf(checks);
  }

  /** True when the subject tells in which state a key stands. */
  public boolean fenced() {
    return subject.fencing() != null && subject.fencing().state() != null;
  }

  /** Names of the outside systems: what stands before the first dot of their operations. */
  Set<String> systems() {
    return systems(operations);
  }

  static Set<String> systems(Collection<String> operations) {
    Set<String> systems = new TreeSet<>();
    operations.forEach(operation -> systems.add(operation.split("\\.", 2)[0]));
    return systems;
  }
}
