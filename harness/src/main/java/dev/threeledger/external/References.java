package dev.threeledger.external;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Whether the operations that mappings name are there and say the same of each other. */
final class References {
  private References() {}

  static void check(Stub stub, Map<String, Stub> all, List<String> problems) {
    Operation operation = stub.operation();
    if (operation.undoes() != null) {
      effectful(stub, "undoes", operation.undoes().operation(), all, problems);
    }
    if (operation.finds() != null) {
      effectful(stub, "finds", operation.finds().operation(), all, problems);
    }
    back(stub, "undoneBy", stub.undoneBy(), "undoes", Operation::undoes, all, problems);
    back(stub, "foundBy", stub.foundBy(), "finds", Operation::finds, all, problems);
  }

  private static void effectful(
      Stub stub, String field, String name, Map<String, Stub> all, List<String> problems) {
    Stub other = all.get(name);
    if (other == null) {
      problems.add(unknown(stub, field, name, all));
    } else if (other.operation().effect() == null) {
      problems.add(
          stub.at(field)
              + ": "
              + field
              + ": '"
              + name
              + "' has no effect; give it one, or drop this");
    }
  }

  private static void back(
      Stub stub,
      String field,
      String name,
      String inverse,
      Function<Operation, Operation.Reference> reference,
      Map<String, Stub> all,
      List<String> problems) {
    if (name == null) {
      return;
    }
    Stub other = all.get(name);
    if (other == null) {
      problems.add(unknown(stub, field, name, all));
      return;
    }
    Operation.Reference pointsAt = reference.apply(other.operation());
    if (pointsAt == null || !pointsAt.operation().equals(stub.operation().name())) {
      String own = stub.operation().name();
      problems.add(
          stub.at(field)
              + (": " + field + ": '" + name + "' does not say so; write '" + inverse + "' with '")
              + (own + "' in " + other.file()));
    }
  }

  private static String unknown(Stub stub, String field, String name, Map<String, Stub> all) {
    return stub.at(field)
        + (": " + field + ": unknown operation '" + name + "'")
        + Nearest.hint(name, all.keySet());
  }
}
