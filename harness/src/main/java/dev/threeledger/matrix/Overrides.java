package dev.threeledger.matrix;

import dev.threeledger.scenario.Location;
import dev.threeledger.scenario.Problems;
import dev.threeledger.scenario.ProblemsException;
import dev.threeledger.scenario.Tree;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a caller sets for all cells, on top of scenario and variation: {@code defect=random-key} a
 * setting, {@code payments.charge.deduplicates=false} a partner's behaviour.
 *
 * <p>Values are checked as those in a file are; the place of a problem is the argument.
 */
public final class Overrides {
  private static final String DEDUPLICATES = ".deduplicates";

  private final Map<List<String>, Tree> values = new LinkedHashMap<>();

  private Overrides() {}

  /** Changes nothing. */
  public static Overrides none() {
    return new Overrides();
  }

  /** Settings by name. */
  public static Overrides settings(Map<String, String> settings) {
    Overrides overrides = new Overrides();
    settings.forEach((name, value) -> overrides.put(name, value, "--set " + name + "=" + value));
    return overrides;
  }

  /**
   * What a file sets for all cells.
   *
   * @param values as after {@code --set}, by name
   * @param data SQL file in place of the scenarios' own, absolute, or null
   * @param where what problems are reported at
   */
  public static Overrides of(Map<String, String> values, Path data, Path where) {
    Overrides overrides = new Overrides();
    values.forEach((name, value) -> overrides.put(name, value, where.toString()));
    if (data != null) {
      overrides.values.put(
          List.of("given", "data"), new Tree.Text(data.toString(), true, Location.of(where)));
    }
    return overrides;
  }

  /**
   * Reads {@code name=value} arguments; a later one wins.
   *
   * @throws ProblemsException for an argument of another form
   */
  public static Overrides parse(List<String> arguments) throws ProblemsException {
    Problems problems = new Problems();
    Overrides overrides = new Overrides();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 1 || equals == argument.length() - 1) {
        problems.add(
            at("--set " + argument),
            "must be name=value, such as defect=random-key or payments.charge.deduplicates=false");
      } else {
        overrides.put(
            argument.substring(0, equals), argument.substring(equals + 1), "--set " + argument);
      }
    }
    problems.throwIfAny();
    return overrides;
  }

  private static Location at(String argument) {
    return Location.of(Path.of(argument));
  }

  private void put(String name, String value, String argument) {
    List<String> path =
        name.endsWith(DEDUPLICATES)
            ? List.of(
                "given",
                "partner",
                name.substring(0, name.length() - DEDUPLICATES.length()),
                "deduplicates")
            : List.of("given", "settings", name);
    values.put(path, new Tree.Text(value, false, at(argument)));
  }

  /** The document with these values set. */
  Tree.Mapping applyTo(Tree.Mapping document) {
    Tree.Mapping changed = document;
    for (Map.Entry<List<String>, Tree> entry : values.entrySet()) {
      changed = set(changed, entry.getKey(), entry.getValue());
    }
    return changed;
  }

  private static Tree.Mapping set(Tree.Mapping mapping, List<String> path, Tree value) {
    String key = path.get(0);
    if (path.size() == 1) {
      return mapping.with(key, value.at(), value);
    }
    Tree.Field field = mapping.fields().get(key);
    Tree.Mapping inner =
        field != null && field.value() instanceof Tree.Mapping present
            ? present
            : new Tree.Mapping(Map.of(), value.at());
    Location keyAt = field == null ? value.at() : field.keyAt();
    return mapping.with(key, keyAt, set(inner, path.subList(1, path.size()), value));
  }
}
