package dev.threeledger.scenario;

/**
 * A promise of the user's own, as SQL over the tables of the evidence.
 *
 * @param name kebab-case; unique among a subject's and a scenario's
 * @param sql a query; each row that it gives breaks the promise
 */
public record Invariant(String name, String sql) {}
