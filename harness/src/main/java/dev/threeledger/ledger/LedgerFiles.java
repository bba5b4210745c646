package dev.threeledger.ledger;

import java.nio.file.Path;
import java.util.Optional;

/** The ledgers as CSV files; one that was not read is absent. */
public record LedgerFiles(
    Optional<Path> business,
    Optional<Path> external,
    Optional<Path> execution,
    Optional<Path> due) {}
