package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;

/** Brings the database to the schema in {@code db/migration}. */
final class Schema {
  private Schema() {}

  static void migrate(Settings settings) throws SQLException {
    Flyway.configure()
        .dataSource(settings.databaseUrl(), settings.databaseUser(), settings.databasePassword())
        .locations("classpath:db/migration")
        .load()
        .migrate();
    if (!settings.defect().insertDecides()) {
      dropConstraints(settings);
    }
    if (!settings.usageIndex()) {
      execute(settings, List.of("DROP INDEX usage_line_of_tenant"));
    }
    if (settings.defect() == Defect.UNOWNED_REVIEW) {
      execute(settings, List.of("ALTER TABLE job_run DROP CONSTRAINT manual_review_is_owned"));
    }
  }

  /** {@link Defect#LOOK_THEN_INSERT}: nothing stands behind the look. */
  private static void dropConstraints(Settings settings) throws SQLException {
    execute(
        settings,
        Stream.of("statement", "fulfilment", "job_run", "step_log", "saga_step")
            .map(t -> "ALTER TABLE " + t + " DROP CONSTRAINT IF EXISTS " + t + "_pkey")
            .toList());
  }

  private static void execute(Settings settings, List<String> statements) throws SQLException {
    try (Connection c =
            DriverManager.getConnection(
                settings.databaseUrl(), settings.databaseUser(), settings.databasePassword());
        Statement statement = c.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
