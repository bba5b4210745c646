package dev.threeledger.ledger;

import dev.threeledger.ledger.ReconciledKey.Disagreement;
import dev.threeledger.ledger.ReconciledKey.Kind;
import dev.threeledger.scenario.StateRole;
import dev.threeledger.scenario.Subject.Reconcile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of one key and kind, compared. */
final class Comparison {
  private final Rules rules;
  private final List<String> operations;
  private final Ledgers ledgers;
  private final Reconcile rule;
  private final List<LedgerRow> business;
  private final List<LedgerRow> holding;
  private final List<LedgerRow> execution;
  private final Map<Kind, String> found = new EnumMap<>(Kind.class);

  /**
   * @param ledgers tell which of them were read
   * @param kind of the rows, or null
   */
  Comparison(
      Rules rules,
      Ledgers ledgers,
      String kind,
      List<LedgerRow> business,
      List<LedgerRow> external,
      List<LedgerRow> execution) {
    this.rules = rules;
    this.ledgers = ledgers;
    this.rule = rules.of(kind);
    this.operations = rules.operations(kind);
    this.business = business;
    this.holding = new ArrayList<>(external);
    holding.removeIf(row -> "undone".equals(row.state()));
    this.execution = execution;
  }

  List<Disagreement> disagreements() {
    compareExecutions();
    if (rule != null) {
      compareBusiness();
      if (ledgers.external().isPresent()) {
        operations.forEach(this::compareEffects);
      }
    }
    return found.isEmpty()
        ? List.of()
        : found.entrySet().stream()
            .map(entry -> new Disagreement(entry.getKey(), entry.getValue()))
            .toList();
  }

  private void compareExecutions() {
    if (execution.size() > 1) {
      found.put(
          Kind.TOO_MANY_EXECUTIONS,
          execution.size() + " execution rows, at most 1 may be: " + states());
    }
    Set<String> unknown = new LinkedHashSet<>();
    for (LedgerRow row : execution) {
      if (rules.role(row.state()) == null) {
        unknown.add(String.valueOf(row.state()));
      }
    }
    if (!unknown.isEmpty()) {
      found.put(
          Kind.UNKNOWN_STATE,
          "execution is in state "
              + String.join(", ", unknown)
              + ", which the subject does not list");
    }
  }

  private void compareBusiness() {
    if (ledgers.business().isEmpty()) {
      return;
    }
    int allowed = rule.businessRows();
    if (anyExecutionIn(rule.when()) && business.size() < allowed) {
      found.put(
          Kind.DONE_WITHOUT_BUSINESS,
          "execution says %s; business rows: %d instead of %d"
              .formatted(states(), business.size(), allowed));
    }
    if (!business.isEmpty() && execution.isEmpty() && ledgers.execution().isPresent()) {
      found.put(
          Kind.BUSINESS_WITHOUT_EXECUTION,
          "business rows: " + business.size() + "; execution has no row");
    }
    if (business.size() > allowed) {
      found.put(
          Kind.TOO_MANY_BUSINESS_ROWS,
          business.size() + " business rows, at most " + allowed + " may be");
    }
  }

  private void compareEffects(String operation) {
    List<LedgerRow> its = new ArrayList<>(holding);
    its.removeIf(row -> !operation.equals(row.kind()));
    if (anyExecutionIn(rule.when()) && its.isEmpty()) {
      find(
          Kind.DONE_WITHOUT_EFFECT,
          "execution says " + states() + "; effect " + operation + " is missing");
    }
    if (!its.isEmpty() && nobodyAnswersForEffect()) {
      find(
          Kind.EFFECT_WITHOUT_DONE,
          "effect "
              + operation
              + " is in place; execution "
              + (execution.isEmpty() ? "has no row" : "says " + states()));
    }
    if (its.size() > 1) {
      find(Kind.TOO_MANY_EFFECTS, its.size() + " effects " + operation + " hold, at most 1 may");
    }
    if (operation.equals(rule.effect())
        && rule.amountEqual()
        && !business.isEmpty()
        && !its.isEmpty()) {
      compareAmounts(its);
    }
  }

  /** What several operations have in common is one disagreement. */
  private void find(Kind kind, String message) {
    found.merge(kind, message, (before, more) -> before + "; " + more);
  }

  private boolean nobodyAnswersForEffect() {
    return ledgers.execution().isPresent()
        && !anyExecutionIn(rule.when())
        && !anyExecutionIn(StateRole.MANUAL)
        && execution.stream().allMatch(row -> rules.role(row.state()) != null);
  }

  /** Each effect that holds against what the business rows add up to. */
  private void compareAmounts(List<LedgerRow> effects) {
    BigDecimal expected = sum(business);
    for (LedgerRow effect : effects) {
      if (!sameValue(expected, effect.amount())) {
        found.put(Kind.AMOUNT_DIFFERS, amounts(expected, effect.amount()));
        return;
      }
    }
  }

  private String amounts(BigDecimal expected, BigDecimal amount) {
    return "business amount %s, effect %s amount %s"
        .formatted(text(expected), rule.effect(), text(amount));
  }

  private boolean anyExecutionIn(StateRole role) {
    for (LedgerRow row : execution) {
      if (rules.role(row.state()) == role) {
        return true;
      }
    }
    return false;
  }

  private String states() {
    return execution.stream()
        .map(row -> String.valueOf(row.state()))
        .collect(Collectors.joining(", "));
  }

  private static boolean sameValue(BigDecimal one, BigDecimal other) {
    return one == null || other == null ? one == other : one.compareTo(other) == 0;
  }

  /** Null when one of them carries no amount. */
  private static BigDecimal sum(Collection<LedgerRow> rows) {
    BigDecimal sum = null;
    for (LedgerRow row : rows) {
      if (row.amount() == null) {
        return null;
      }
      sum = sum == null ? row.amount() : sum.add(row.amount());
    }
    return sum;
  }

  private static String text(BigDecimal amount) {
    return amount == null ? "none" : amount.toPlainString();
  }
}
