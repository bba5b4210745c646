package dev.threeledger.reference;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The manual queue over HTTP: what is asked, and what is answered. */
final class ManualApi {
  private final ManualQueue queue;

  ManualApi(ManualQueue queue) {
    this.queue = queue;
  }

  /** {@code GET /manual}: an array, longest waiting first. */
  Reply list() throws SQLException {
    List<String> entries = new ArrayList<>();
    for (ManualQueue.Entry entry : queue.list()) {
      entries.add(
          Json.write(
              "job", entry.key().job(),
              "key", entry.key().text(),
              "tenant_id", Long.toString(entry.tenant()),
              "since", entry.since().toString(),
              "reason", entry.reason(),
              "owner", entry.owner(),
              "remedy", entry.remedy(),
              "error", entry.error() == null ? "" : entry.error()));
    }
    return new Reply(200, "[" + String.join(",\n ", entries) + "]");
  }

  /**
   * {@code POST /manual/<job>/replay}: 202 it waits again, due now; 409 it is not in MANUAL_REVIEW,
   * with the state in which it is; 404 unknown; 422 with everything that is missing.
   */
  Reply replay(Job job, String body) throws SQLException {
    Map<String, String> members = Json.read(body);
    List<String> problems = Input.problems(members, job.keyParts());
    String who = members.getOrDefault("who", "");
    String why = members.getOrDefault("why", "");
    problems.addAll(problems(who, why));
    Optional<JobKey> key = problems.isEmpty() ? job.key(members) : Optional.empty();
    if (problems.isEmpty() && key.isEmpty()) {
      problems.add("send " + job.example() + " with who and why");
    }
    if (!problems.isEmpty()) {
      return Reply.problems(problems);
    }
    ManualQueue.Replayed replayed = queue.replay(key.get(), who, why);
    return switch (replayed.outcome()) {
      case REPLAYED -> new Reply(202, Json.write("state", replayed.state()));
      case NOT_IN_REVIEW ->
          new Reply(409, Json.write("error", "not-in-review", "state", replayed.state()));
      case UNKNOWN_KEY -> Reply.error(404, "nothing is known of " + key.get());
    };
  }

  /** What is missing in an answer to who asks and why. */
  static List<String> problems(String who, String why) {
    List<String> problems = new ArrayList<>();
    if (who.isBlank()) {
      problems.add("who is missing: who asks for it");
    }
    if (why.isBlank()) {
      problems.add("why is missing: what was done about the reason");
    }
    return problems;
  }
}
