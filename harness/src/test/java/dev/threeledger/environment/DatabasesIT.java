package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DatabasesIT {
  private static PostgresServer server;
  private static Databases databases;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServer.start();
    databases = new Databases(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void drop() {
    databases.names().forEach(databases::drop);
  }

  @Test
  void aFreshDatabaseIsACopyOfTheTemplate() throws Exception {
    fill("CREATE TABLE job (id int PRIMARY KEY); INSERT INTO job VALUES (7)");
    databases.sealTemplate("template", Map.of("job", List.of("id")));
    String first = databases.fresh("template", "run1");
    execute(first, "DELETE FROM job");
    String second = databases.fresh("template", "run2");
    assertThat(texts(first, "SELECT id FROM job")).isEmpty();
    assertThat(texts(second, "SELECT id FROM job")).containsExactly("7");
    assertThat(databases.names()).containsExactly("run1", "run2", "template");
  }

  @Test
  void justTheHistoryTablesArePublishedWithTheirWholeOldRows() throws Exception {
    fill(
        "CREATE TABLE job (id int PRIMARY KEY); CREATE TABLE other (id int);"
            + "CREATE SCHEMA audit; CREATE TABLE audit.\"Odd Name\" (id int);"
            + "CREATE TABLE parts (id int) PARTITION BY RANGE (id);"
            + "CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (9)");
    databases.sealTemplate(
        "template",
        Map.of("job", List.of("id"), "audit.Odd Name", List.of("id"), "parts", List.of("id")));
    String run = databases.fresh("template", "run");
    assertThat(
            texts(
                run, "SELECT schemaname || '.' || tablename FROM pg_publication_tables ORDER BY 1"))
        .containsExactly("audit.Odd Name", "public.job", "public.parts");
    assertThat(texts(run, "SELECT relname FROM pg_class WHERE relreplident = 'f' ORDER BY 1"))
        .containsExactly("Odd Name", "job", "parts", "parts_1");
  }

  @Test
  void everyUnknownTableAndColumnIsNamedAtOnce() throws Exception {
    fill("CREATE TABLE job (id int, state text); CREATE TABLE step (id int)");
    assertThatThrownBy(
            () ->
                databases.sealTemplate(
                    "template", Map.of("job", List.of("id", "tenant"), "jobs", List.of("id"))))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "the subject's history does not fit its schema:\n"
                + "  history.job: no column 'tenant'; known: [id, state]\n"
                + "  history.jobs: no such table; known: [job, step]");
  }

  @Test
  void connectionsLeftByPrepareDoNotKeepTheTemplateBusy() throws Exception {
    try (Connection left = DriverManager.getConnection(databases.createTemplate("template"))) {
      databases.sealTemplate("template", Map.of());
      databases.fresh("template", "run");
      assertThat(left.isValid(1)).isFalse();
      assertThatThrownBy(() -> execute(databases.jdbc("template"), "SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("not currently accepting connections");
    }
  }

  @Test
  void aDatabaseInUseIsDroppedAllTheSame() throws Exception {
    fill("SELECT 1");
    try (Connection user = DriverManager.getConnection(databases.fresh("template", "run"))) {
      databases.drop("run");
      databases.drop("run");
      assertThat(databases.names()).containsExactly("template");
      assertThat(user.isValid(1)).isFalse();
    }
  }

  @Test
  void aMissingTemplateIsNamed() {
    assertThatThrownBy(() -> databases.fresh("nothing", "run"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("cannot create the database run from the template nothing: ")
        .hasMessageContaining("\"nothing\" does not exist");
  }

  private static void fill(String sql) throws SQLException {
    execute(databases.createTemplate("template"), sql);
  }

  private static void execute(String jdbc, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> texts(String jdbc, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
