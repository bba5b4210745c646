package dev.threeledger.scenario;

import dev.threeledger.scenario.Scenario.Given;
import dev.threeledger.scenario.Scenario.Partner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what stands before the first trigger. */
final class GivenReader {
  /** After a wrong number of workers this one is assumed, so that no worker is called unknown. */
  private static final int MOST_WORKERS = 64;

  private final Path file;
  private final Known known;
  private final References references;

  /**
   * @param known null: the data file need not exist
   */
  GivenReader(Path file, Known known, References references) {
    this.file = file;
    this.known = known;
    this.references = references;
  }

  Given given(Optional<Place> place) {
    if (place.isEmpty()) {
      return new Given(null, 1, Map.of(), Map.of());
    }
    Fields fields = place.get().fields("data", "workers", "settings", "partner");
    return new Given(
        fields.optional("data").flatMap(this::data).orElse(null),
        fields
            .optional("workers")
            .map(p -> p.wholeNumber(1, MOST_WORKERS).orElse(MOST_WORKERS))
            .orElse(1),
        settings(fields.optional("settings")),
        partner(fields.optional("partner")));
  }

  private Optional<Path> data(Place place) {
    return place
        .text()
        .map(
            text -> {
              Path data = file.toAbsolutePath().resolveSibling(text).normalize();
              if (known != null && !Files.isRegularFile(data)) {
                place.problem("no file '" + text + "' relative to this file");
              }
              return data;
            });
  }

  private Map<String, String> settings(Optional<Place> place) {
    Map<String, String> settings = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (name, value) ->
                references.setting(name, value).ifPresent(text -> settings.put(name, text)));
    return settings;
  }

  private Map<String, Partner> partner(Optional<Place> place) {
    Map<String, Partner> partner = new LinkedHashMap<>();
    place
        .map(Place::entries)
        .orElse(Map.of())
        .forEach(
            (operation, value) -> {
              references.operationKey(operation, value);
              boolean deduplicates =
                  value
                      .fields("deduplicates")
                      .required("deduplicates")
                      .flatMap(Place::yesOrNo)
                      .orElse(true);
              partner.put(operation, new Partner(deduplicates));
            });
    return partner;
  }
}
