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
        reference("undoes", null),
        reference("finds", key));
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
  private Operation.Reference reference(String field, Expression key) {
    JsonNode value = block.get(field);
    if (value == null) {
      return null;
    }
    if (value.isTextual() && key != null) {
      return new Operation.Reference(value.asText(), Operation.By.KEY, key);
    }
    String operation = value.path("operation").asText("");
    Expression id = value.isObject() ? expression(value, "id") : null;
    Expression byKey = value.isObject() ? expression(value, "key") : null;
    if (operation.isEmpty() || (id == null) == (byKey == null) || value.size() != 2) {
      problem(
          field,
          "say which effect; write {\"operation\": \"…\", \"id\": \"$.…\"} or {\"operation\": \"…\","
              + " \"key\": \"$.…\"}");
      return null;
    }
    return id == null
        ? new Operation.Reference(operation, Operation.By.KEY, byKey)
        : new Operation.Reference(operation, Operation.By.ID, id);
  }
}
