package dev.threeledger.reference;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
  }

  /** {@link Defect#LOOK_THEN_INSERT}: nothing stands behind the look. */
  private static void dropConstraints(Settings settings) throws SQLException {
    try (Connection c =
            DriverManager.getConnection(
                settings.databaseUrl(), settings.databaseUser(), settings.databasePassword());
        Statement statement = c.createStatement()) {
      for (String table : new String[] {"statement", "job_run", "step_log"}) {
        statement.execute("ALTER TABLE " + table + " DROP CONSTRAINT IF EXISTS " + table + "_pkey");
      }
    }
  }
}
