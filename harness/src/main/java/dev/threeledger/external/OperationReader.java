package dev.threeledger.external;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/** Reads the {@code effect-ledger} block of one mapping. */
final class OperationReader {
  private static final List<String> ALWAYS = List.of("effect", "key", "businessKey", "finds");
  private static final List<String> WITH_EFFECT =
      List.of(
          "amount", "deduplicates", "foundBy", "idPrefix", "repeatStatus", "undoes", "undoneBy");

  private final Path file;
  private final String text;
  private final String name;
  private final List<String> problems;
  private JsonNode block;

  OperationReader(Path file, String text, String name, List<String> problems) {
    this.file = file;
    this.text = text;
    this.name = name;
    this.problems = problems;
  }

  Operation read(JsonNode block) {
    this.block = block;
    checkNames();
    String effect = text("effect", null);
    Expression key = expression(block, "key");
    return new Operation(
        name,
        effect,
        key,
        expression(block, "businessKey"),
        expression(block, "amount"),
        flag("deduplicates"),
        text("idPrefix", effect == null ? "" : effect.toLowerCase(Locale.ROOT) + "_"),
        status("repeatStatus"),
        undoes(),
        finds(key));
  }

  String undoneBy() {
    return text("undoneBy", null);
  }

  String foundBy() {
    return text("foundBy", null);
  }

  private void checkNames() {
    if (!block.isObject()) {
      problem("parameters", "write a block {\"effect\": …, \"key\": …}");
      return;
    }
    List<String> known = new ArrayList<>(ALWAYS);
    known.addAll(WITH_EFFECT);
    block
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!known.contains(field)) {
                problem(field, "unknown parameter '" + field + "'" + Nearest.hint(field, known));
              } else if (WITH_EFFECT.contains(field) && !block.has("effect")) {
                problem(field, "means something only with 'effect'; add that, or drop this");
              }
            });
    if (block.has("effect") && block.has("finds")) {
      problem("finds", "an operation with an effect finds nothing; drop 'finds' or 'effect'");
    }
  }

  private void problem(String field, String what) {
    problems.add(Stub.at(file, text, field) + ": " + name + ": " + field + ": " + what);
  }

  private String text(String field, String otherwise) {
    JsonNode value = block.get(field);
    if (value == null) {
      return otherwise;
    }
    if (!value.isTextual() || value.asText().isBlank()) {
      problem(field, "'" + value + "' is no text");
      return otherwise;
    }
    return value.asText();
  }

  private boolean flag(String field) {
    JsonNode value = block.get(field);
    if (value != null && !value.isBoolean()) {
      problem(field, "'" + value + "' is neither true nor false");
    }
    return value == null || value.asBoolean();
  }

  private int status(String field) {
    JsonNode value = block.get(field);
    if (value == null) {
      return 200;
    }
    if (!value.isInt() || value.asInt() < 200 || value.asInt() > 599) {
      problem(field, "'" + value + "' is no HTTP status");
    }
    return value.asInt();
  }

  private Expression expression(JsonNode in, String field) {
    JsonNode value = in.get(field);
    if (value == null) {
      return null;
    }
    List<String> texts =
        value.isArray()
            ? StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList()
            : List.of(value.asText());
    try {
      return Expression.parse(texts);
    } catch (IllegalArgumentException e) {
      problem(field, e.getMessage());
      return null;
    }
  }

  /** {@code "operation"}, found by {@code key}, or {@code {operation, id | key}}. */
  private Operation.Reference finds(Expression key) {
    JsonNode value = block.get("finds");
    if (value != null && value.isTextual() && key != null) {
      return new Operation.Reference(value.asText(), null, key, Operation.Absent.REFUSE);
    }
    return reference("finds", List.of("operation", "id", "key"));
  }

  /** {@code {operation, id, key, absent}}, id or key or both. */
  private Operation.Reference undoes() {
    return reference("undoes", List.of("operation", "id", "key", "absent"));
  }

  private Operation.Reference reference(String field, List<String> known) {
    JsonNode value = block.get(field);
    if (value == null) {
      return null;
    }
    String operation = value.path("operation").asText("");
    Expression id = value.isObject() ? expression(value, "id") : null;
    Expression key = value.isObject() ? expression(value, "key") : null;
    boolean both = known.contains("absent") && value.has("id") && value.has("key");
    if (operation.isEmpty() || !(both || value.has("id") != value.has("key"))) {
      problem(
          field,
          "say which effect; write {\"operation\": \"…\", \"id\": \"$.…\"} or {\"operation\": \"…\","
              + " \"key\": \"$.…\"}");
      return null;
    }
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problem(field, "unknown key '" + name + "'" + Nearest.hint(name, known));
              }
            });
    return new Operation.Reference(operation, id, key, absent(field, value));
  }

  private Operation.Absent absent(String field, JsonNode reference) {
    String written = reference.path("absent").asText("refuse");
    if (written.equals("tombstone") && !reference.has("key")) {
      problem(field, "a tombstone is left under a key; add 'key', or drop 'absent'");
    }
    if (!written.equals("tombstone") && !written.equals("refuse")) {
      List<String> known = List.of("refuse", "tombstone");
      problem(field, "absent: '" + written + "' is neither" + Nearest.hint(written, known));
    }
    return written.equals("tombstone") ? Operation.Absent.TOMBSTONE : Operation.Absent.REFUSE;
  }
}
