package dev.threeledger.scenario;

import dev.threeledger.scenario.Fault.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

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
    List<Optional<Fault>> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Place place : list.items()) {
      Optional<Fault> fault = fault(place, "fault[" + faults.size() + "]");
      fault
          .map(Fault::name)
          .filter(name -> !names.add(name))
          .ifPresent(name -> place.problem("name '" + name + "' is used twice"));
      faults.add(fault);
    }
    return faults.stream().flatMap(Optional::stream).toList();
  }

  private Optional<Fault> fault(Place place, String standardName) {
    ActionReader actions = new ActionReader(references, workers);
    Fields fields = place.fields(actions.keys(place));
    String name = fields.optional("name").flatMap(FaultReader::name).orElse(standardName);
    Optional<Side> side = side(fields.optional("side"));
    Optional<FaultPoint> on =
        fields.required("on").flatMap(p -> new PointReader(references, workers).point(p));
    Optional<FaultAction> action = actions.action(fields);
    if (side.isEmpty() || on.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    Fault fault = new Fault(name, on.get(), side.get(), action.get());
    Strikes.problem(fault)
        .ifPresent(problem -> fields.optional("do").ifPresent(p -> p.problem(problem)));
    return Optional.of(fault);
  }

  private static Optional<Side> side(Optional<Place> place) {
    return place.isEmpty() ? Optional.of(Side.BEFORE) : place.get().word("side", Words.SIDES);
  }

  private static Optional<String> name(Place place) {
    boolean standard =
        place.tree() instanceof Tree.Text text && STANDARD_NAME.matcher(text.text()).matches();
    return standard ? place.text() : place.kebab();
  }

  /** A worker's name: a number from 1 to the scenario's number of workers. */
  static Optional<String> worker(Place place, int workers) {
    Optional<String> worker = place.wholeNumber(0, Integer.MAX_VALUE).map(String::valueOf);
    if (worker.isPresent() && !known(worker.get(), workers)) {
      place.problem(
          "there is no worker %s; given.workers is %d, so write %s"
              .formatted(worker.get(), workers, workers == 1 ? "1" : "1 to " + workers));
      return Optional.empty();
    }
    return worker;
  }

  private static boolean known(String worker, int workers) {
    int number = Integer.parseInt(worker);
    return number >= 1 && number <= workers;
  }
}
