package dev.threeledger.scenario;

import dev.threeledger.scenario.Fault.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads the faults of a scenario. */
final class FaultReader {
  private static final Pattern STANDARD_NAME = Pattern.compile("fault\\[\\d+]");

  private final References references;
  private final int workers;

  /**
   * @param workers number of workers in the scenario
   */
  FaultReader(References references, int workers) {
    this.references = references;
    this.workers = workers;
  }

  List<Fault> faults(Place list) {
    List<Fault> faults = new ArrayList<>();
    for (Place place : list.items()) {
      Fault fault = fault(place, "fault[" + faults.size() + "]");
      if (fault != null && faults.stream().anyMatch(other -> other.name().equals(fault.name()))) {
        place.problem("name '" + fault.name() + "' is used twice");
      }
      faults.add(fault);
    }
    return faults.stream().filter(java.util.Objects::nonNull).toList();
  }

  private Fault fault(Place place, String standardName) {
    ActionReader actions = new ActionReader(references, workers);
    Fields fields = place.fields(actions.keys(place));
    String name = fields.optional("name").flatMap(FaultReader::name).orElse(standardName);
    Side side =
        fields.optional("side").flatMap(p -> p.word("side", Words.SIDES)).orElse(Side.BEFORE);
    Optional<FaultPoint> on =
        fields.required("on").flatMap(p -> new PointReader(references, workers).point(p));
    Optional<FaultAction> action = actions.action(fields);
    if (on.isEmpty() || action.isEmpty()) {
      return null;
    }
    Fault fault = new Fault(name, on.get(), side, action.get());
    Strikes.problem(fault).ifPresent(problem -> fields.required("do").get().problem(problem));
    return fault;
  }

  private static Optional<String> name(Place place) {
    boolean standard =
        place.tree() instanceof Tree.Text text && STANDARD_NAME.matcher(text.text()).matches();
    return standard ? place.text() : place.kebab();
  }

  /** A worker's name: a number from 1 to the scenario's number of workers. */
  static Optional<String> worker(Place place, int workers) {
    List<String> known = IntStream.rangeClosed(1, workers).mapToObj(String::valueOf).toList();
    Optional<String> worker = place.text();
    if (worker.isPresent() && !known.contains(worker.get())) {
      place.problem(
          "there is no worker '%s'; given.workers is %d, so write %s"
              .formatted(worker.get(), workers, workers == 1 ? "1" : "1 to " + workers));
      return Optional.empty();
    }
    return worker;
  }
}
