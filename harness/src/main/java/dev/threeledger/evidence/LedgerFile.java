package dev.threeledger.evidence;

import dev.threeledger.ledger.LedgerRow;
import dev.threeledger.ledger.Ledgers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The four files below {@code ledgers/}. */
enum LedgerFile {
  BUSINESS,
  EXTERNAL,
  EXECUTION,
  DUE;

  String file() {
    return "ledgers/" + name().toLowerCase(Locale.ROOT) + ".csv";
  }

  Optional<List<LedgerRow>> rows(Ledgers ledgers) {
    return switch (this) {
      case BUSINESS -> ledgers.business();
      case EXTERNAL -> ledgers.external();
      case EXECUTION -> ledgers.execution();
      case DUE -> ledgers.due();
    };
  }
}
