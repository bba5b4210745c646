package dev.threeledger.experiment;

import dev.threeledger.experiment.Experiment.Side;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a rollback makes of the candidate. */
final class Rollback {
  private Rollback() {}

  static Side applyTo(Experiment experiment) {
    Side side = experiment.candidate();
    String version = side.version();
    Path subject = side.subject();
    Path data = side.data();
    Map<String, String> settings = new LinkedHashMap<>(side.settings());
    Map<String, String> partner = new LinkedHashMap<>(side.partner());
    for (Map.Entry<String, String> entry : experiment.rollback().entrySet()) {
      String place = entry.getKey();
      String value = entry.getValue();
      if (place.startsWith("settings.")) {
        settings.put(place.substring("settings.".length()), value);
      } else if (place.startsWith("partner.")) {
        partner.put(place.substring("partner.".length()), value);
      } else if (place.equals("subject.version")) {
        version = value;
      } else {
        Path path =
            value.equals(Vocabulary.SCENARIOS_OWN) && place.equals("data")
                ? null
                : experiment.file().resolveSibling(value).normalize();
        subject = place.equals("subject") ? path : subject;
        data = place.equals("data") ? path : data;
      }
    }
    return new Side(version, subject, settings, partner, data);
  }
}
