package dev.threeledger.scenario;

import dev.threeledger.scenario.FaultAction.Partition;
import dev.threeledger.scenario.FaultAction.Pause.Until;
import dev.threeledger.scenario.FaultAction.PauseDatabase;
import dev.threeledger.scenario.FaultAction.Release;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Mode;
import dev.threeledger.scenario.FaultAction.RestartDatabase.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a fault does. */
final class ActionReader {
  static final Duration STANDARD_WITHIN = Duration.ofSeconds(10);
  private static final List<String> COMMON = List.of("name", "on", "side", "do");

  /** The keys of each action beside the common ones. */
  static final Map<String, List<String>> ACTIONS = actions();

  private final References references;
  private final int workers;

  ActionReader(References references, int workers) {
    this.references = references;
    this.workers = workers;
  }

  private static Map<String, List<String>> actions() {
    Map<String, List<String>> actions = new LinkedHashMap<>();
    actions.put("crash", List.of("hold", "restart", "workers", "down"));
    actions.put("terminate", List.of("within", "restart"));
    actions.put("pause", List.of("until", "within"));
    actions.put("lose-response", List.of());
    actions.put("duplicate-trigger", List.of("to", "hold", "release", "within"));
    actions.put("lose-trigger", List.of("arrives", "again"));
    actions.put("late", List.of("until", "within"));
    actions.put("hold", List.of("workers", "release", "within"));
    actions.put("delay", List.of("target", "latency", "jitter", "lasts"));
    actions.put("reset", List.of());
    actions.put("refuse", List.of("target", "lasts"));
    actions.put("restart-database", List.of("mode", "port"));
    actions.put("pause-database", List.of("for"));
    actions.put("partition", List.of("for"));
    actions.put("deadlock", List.of("holds", "wants", "within"));
    actions.put("error", List.of("status", "headers", "body", "times", "lasts", "keys"));
    return actions;
  }

  /** The keys that this fault may have; of an unknown action, those of all. */
  List<String> keys(Place fault) {
    List<String> keys = new ArrayList<>(COMMON);
    String action =
        fault.optional("do").map(Place::tree).filter(Tree.Text.class::isInstance).stream()
            .map(tree -> ((Tree.Text) tree).text())
            .findFirst()
            .orElse("");
    if (ACTIONS.containsKey(action)) {
      keys.addAll(ACTIONS.get(action));
    } else {
      ACTIONS.values().forEach(keys::addAll);
    }
    return keys.stream().distinct().toList();
  }

  Optional<FaultAction> action(Fields fields) {
    return fields
        .required("do")
        .flatMap(place -> place.known("action", ACTIONS.keySet()))
        .map(action -> action(action, fields));
  }

  private FaultAction action(String action, Fields fields) {
    return switch (action) {
      case "crash" -> crash(fields);
      case "terminate" ->
          new FaultAction.Terminate(
              fields.optional("within").flatMap(Place::positiveDuration).orElse(null),
              yes(fields, "restart", false));
      case "pause" -> pause(fields);
      case "lose-response" -> new FaultAction.LoseResponse();
      case "duplicate-trigger" ->
          new FaultAction.DuplicateTrigger(
              fields.required("to").flatMap(p -> FaultReader.worker(p, workers)).orElse(""),
              yes(fields, "hold", true),
              release(fields),
              within(fields));
      case "lose-trigger" ->
          new FaultAction.LoseTrigger(
              fields.required("arrives").flatMap(Place::yesOrNo).orElse(false),
              fields.optional("again").flatMap(p -> FaultReader.worker(p, workers)).orElse(null));
      case "late" ->
          new FaultAction.Late(
              fields.required("until").flatMap(references::operation).orElse(""), within(fields));
      case "hold" ->
          new FaultAction.Hold(
              fields.required("workers").map(this::heldWorkers).orElse(List.of()),
              release(fields),
              within(fields));
      case "delay" ->
          new FaultAction.Delay(
              target(fields),
              required(fields, "latency"),
              orZero(fields, "jitter"),
              required(fields, "lasts"));
      case "reset" -> new FaultAction.Reset();
      case "refuse" -> new FaultAction.Refuse(target(fields), required(fields, "lasts"));
      case "restart-database" ->
          new FaultAction.RestartDatabase(
              fields
                  .optional("mode")
                  .flatMap(place -> place.word("mode", Words.RESTARTS))
                  .orElse(Mode.IMMEDIATE),
              fields
                  .optional("port")
                  .flatMap(place -> place.word("port", Words.PORTS))
                  .orElse(Port.SAME));
      case "pause-database" ->
          new FaultAction.PauseDatabase(
              atMost(
                  PauseDatabase.LONGEST, "the harness itself can wait for the database", fields));
      case "partition" -> partition(fields);
      case "deadlock" -> deadlock(fields);
      default -> error(fields);
    };
  }

  private FaultAction partition(Fields fields) {
    fields.required("do").ifPresent(references::inContainers);
    return new Partition(atMost(Partition.LONGEST, "open connections surely outlive", fields));
  }

  /**
   * What {@code for} says.
   *
   * @param why completes the sentence that something is longer than this
   */
  private static Duration atMost(Duration longest, String why, Fields fields) {
    Optional<Place> place = fields.required("for");
    Duration lasts = place.flatMap(Place::positiveDuration).orElse(Duration.ZERO);
    if (lasts.compareTo(longest) > 0) {
      place
          .get()
          .problem(
              "%s is longer than %s; write %s or less"
                  .formatted(Durations.write(lasts), why, Durations.write(longest)));
    }
    return lasts;
  }

  private static FaultAction crash(Fields fields) {
    boolean restart = yes(fields, "restart", false);
    fields
        .optional("down")
        .filter(place -> !restart)
        .ifPresent(
            place ->
                place.problem("is the time before the new processes; add 'restart: true' to it"));
    return new FaultAction.Crash(
        orZero(fields, "hold"), restart, all(fields, "workers"), orZero(fields, "down"));
  }

  /** True when the key is written; {@code all} is its only value. */
  private static boolean all(Fields fields, String key) {
    Optional<Place> place = fields.optional(key);
    Optional<String> word = place.flatMap(Place::text);
    word.filter(text -> !text.equals("all"))
        .ifPresent(
            text -> place.get().problem("'" + text + "' is not all; write all or remove the key"));
    return word.isPresent();
  }

  private FaultAction deadlock(Fields fields) {
    String holds = fields.required("holds").flatMap(Place::text).orElse("");
    String wants = fields.required("wants").flatMap(references::table).orElse("");
    if (!wants.isEmpty() && holds.equals(wants)) {
      fields
          .optional("holds")
          .ifPresent(place -> place.problem("is the table of 'wants' too; a deadlock needs two"));
    }
    return new FaultAction.Deadlock(holds, wants, within(fields));
  }

  private static FaultAction pause(Fields fields) {
    Optional<Place> until = fields.required("until");
    Optional<String> text = until.flatMap(Place::text);
    Duration lasts = null;
    Until end = Until.TIME;
    if (text.isPresent() && text.get().equals("taken-over")) {
      end = Until.TAKEN_OVER;
    } else if (text.isPresent() && text.get().equals("ended")) {
      end = Until.ENDED;
    } else if (text.isPresent()) {
      lasts = Durations.read(text.get()).filter(duration -> !duration.isZero()).orElse(null);
      if (lasts == null) {
        until.get().problem(noEnd(text.get()));
      }
    }
    return new FaultAction.Pause(end, lasts, within(fields));
  }

  private static String noEnd(String text) {
    if (text.matches("\\d+")) {
      return Place.noDuration(text);
    }
    String meant =
        Nearest.to(text, List.of("taken-over", "ended"))
            .map(near -> "; did you mean '" + near + "'?")
            .orElse(";");
    return "'"
        + text
        + "' is no end of a pause"
        + meant
        + " write taken-over, ended or a duration such as 600ms";
  }

  private List<String> heldWorkers(Place place) {
    List<String> held = place.names();
    place.items().forEach(item -> FaultReader.worker(item, workers));
    if (held.size() == 1) {
      place.problem("only one worker; name at least two to be held together");
    }
    return held;
  }

  private static FaultAction error(Fields fields) {
    Map<String, String> headers = new LinkedHashMap<>();
    fields
        .optional("headers")
        .map(Place::entries)
        .orElse(Map.of())
        .forEach((name, value) -> value.text().ifPresent(text -> headers.put(name, text)));
    Optional<Place> lasts = fields.optional("lasts");
    fields
        .optional("times")
        .filter(place -> lasts.isPresent())
        .ifPresent(place -> place.problem("stands beside 'lasts:'; write one of the two"));
    return new FaultAction.Error(
        fields.required("status").flatMap(p -> p.wholeNumber(400, 599)).orElse(0),
        headers,
        fields.optional("body").flatMap(Place::text).orElse(""),
        fields
            .optional("times")
            .map(ActionReader::times)
            .orElse(lasts.isPresent() ? Integer.MAX_VALUE : 1),
        lasts.flatMap(Place::positiveDuration).orElse(null),
        all(fields, "keys"));
  }

  private static int times(Place place) {
    boolean forever = place.tree() instanceof Tree.Text text && text.text().equals("forever");
    return forever ? Integer.MAX_VALUE : place.wholeNumber(1, Integer.MAX_VALUE).orElse(1);
  }

  private String target(Fields fields) {
    return fields.optional("target").flatMap(references::target).orElse(null);
  }

  private static Release release(Fields fields) {
    return fields
        .optional("release")
        .flatMap(place -> place.word("release", Words.RELEASES))
        .orElse(Release.TOGETHER);
  }

  private static Duration within(Fields fields) {
    return fields.optional("within").flatMap(Place::positiveDuration).orElse(STANDARD_WITHIN);
  }

  private static Duration required(Fields fields, String key) {
    return fields.required(key).flatMap(Place::positiveDuration).orElse(Duration.ZERO);
  }

  private static Duration orZero(Fields fields, String key) {
    return fields.optional(key).flatMap(Place::duration).orElse(Duration.ZERO);
  }

  private static boolean yes(Fields fields, String key, boolean standard) {
    return fields.optional(key).flatMap(Place::yesOrNo).orElse(standard);
  }
}
