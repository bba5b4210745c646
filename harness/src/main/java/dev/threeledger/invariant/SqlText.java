package dev.threeledger.invariant;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a query: what stands outside its literals and comments. */
final class SqlText {
  private static final Pattern LITERALS_AND_COMMENTS =
      Pattern.compile("'(?:[^']|'')*'|--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern NAME =
      Pattern.compile("\"((?:[^\"]|\"\")+)\"|[\\p{L}_][\\p{L}\\p{N}_$]*");

  /** Whose answer does not depend on the rows alone, or that reach out of the tables. */
  private static final Set<String> REFUSED =
      Set.of(
          "rand",
          "random",
          "secure_rand",
          "random_uuid",
          "gen_random_uuid",
          "uuid",
          "now",
          "today",
          "curdate",
          "curtime",
          "getdate",
          "sysdate",
          "systimestamp",
          "current_date",
          "current_time",
          "current_timestamp",
          "localtime",
          "localtimestamp",
          "clock_timestamp",
          "statement_timestamp",
          "transaction_timestamp",
          "memory_free",
          "memory_used",
          "session_id",
          "transaction_id",
          "cancel_session",
          "abort_session",
          "database_path",
          "csvread",
          "csvwrite",
          "file_read",
          "file_write",
          "link_schema",
          "information_schema",
          "pg_catalog");

  private final String bare;

  SqlText(String sql) {
    bare = LITERALS_AND_COMMENTS.matcher(sql).replaceAll(" ");
  }

  /** Names in it, key words among them: in lower case, a quoted one as it is written. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(bare);
    while (matcher.find()) {
      names.add(
          matcher.group(1) == null
              ? matcher.group().toLowerCase(Locale.ROOT)
              : matcher.group(1).replace("\"\"", "\""));
    }
    return names;
  }

  /** True when it takes all columns of something, so that they are not known by name. */
  boolean takesAll() {
    return bare.contains("*");
  }

  /** Why it may not be asked at all. */
  Optional<String> refusal() {
    if (bare.isBlank()) {
      return Optional.of("is no query; write a SELECT");
    }
    if (bare.strip().replaceAll(";$", "").contains(";")) {
      return Optional.of("is more than one statement; write one SELECT");
    }
    List<String> refused = names().stream().filter(REFUSED::contains).sorted().toList();
    return refused.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "asks for "
                + String.join(", ", refused)
                + "; a verdict depends on the tables of the evidence alone");
  }
}
