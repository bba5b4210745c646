package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.Databases;
import dev.threeledger.environment.PostgresServer;
import dev.threeledger.environment.ServerLog;
import dev.threeledger.environment.ServerLog.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Plans as a real server logs them. */
class PlansIT {
  private static final String SQL = "SELECT sum(amount) FROM usage WHERE tenant_id = $1";
  private static final String SUM =
      "Aggregate (Bitmap Heap Scan on usage (Bitmap Index Scan using usage_tenant))";
  private static PostgresServer server;
  private static Databases databases;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServer.start();
    databases = new Databases(server);
    databases.createTemplate("filled");
    execute(
        "filled",
        "CREATE TABLE usage (id int PRIMARY KEY, tenant_id int, amount int)",
        "INSERT INTO usage SELECT i, i / 100, i FROM generate_series(1, 10000) i",
        "CREATE INDEX usage_tenant ON usage (tenant_id)");
    databases.sealTemplate("filled", Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aDroppedIndexIsAnotherShapeAndASecondRunIsNot() throws Exception {
    Plans one = run("one");
    Plans again = run("again");
    Plans without = run("without", "DROP INDEX usage_tenant");

    assertThat(one.everyStatement()).isTrue();
    assertThat(shapes(one)).containsExactly(SUM);
    assertThat(Plans.changes(List.of(one), List.of(again))).isEmpty();
    List<PlanChange> changes = Plans.changes(List.of(one, again), List.of(without));
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).statement()).isEqualTo(SQL);
    assertThat(changes.get(0).baseline()).containsExactly(SUM);
    assertThat(changes.get(0).candidate()).containsExactly("Aggregate (Seq Scan on usage)");
    assertThat(changes.get(0).ratio()).isPositive();
  }

  @Test
  void shortStatementsAreLoggedWhereItWasAskedForAlone() throws Exception {
    databases.fresh("filled", "quiet");
    query("quiet", 3);

    assertThat(logged("quiet")).extracting(ServerLog.Message::kind).doesNotContain(Kind.PLAN);
  }

  @Test
  void aPlanTellsByItsClientsPortWhoseItIs() throws Exception {
    databases.fresh("filled", "ports");
    databases.explainEverything("ports");
    query("ports", 1);
    query("ports", 1);

    assertThat(logged("ports"))
        .filteredOn(message -> message.kind() == Kind.PLAN)
        .extracting(ServerLog.Message::port)
        .doesNotContain(0)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** The same statement with other values, often enough for the driver to prepare it. */
  private static Plans run(String name, String... before) throws Exception {
    databases.fresh("filled", name);
    execute(name, before);
    databases.explainEverything(name);
    query(name, 12);
    PlanFile file = new PlanFile();
    logged(name).stream()
        .filter(message -> message.kind() == Kind.PLAN)
        .forEach(message -> file.add(message.text(), message.millis()));
    return PlanFile.read(file.tree(true));
  }

  private static List<String> shapes(Plans plans) {
    return plans.statements().stream()
        .filter(statement -> statement.statement().equals(SQL))
        .flatMap(statement -> statement.shapes().keySet().stream())
        .toList();
  }

  private static List<ServerLog.Message> logged(String database) throws Exception {
    return server.logFrom(0).of(database);
  }

  private static void query(String database, int times) throws Exception {
    try (Connection connection = DriverManager.getConnection(databases.jdbc(database));
        PreparedStatement statement =
            connection.prepareStatement("SELECT sum(amount) FROM usage WHERE tenant_id = ?")) {
      for (int tenant = 1; tenant <= times; tenant++) {
        statement.setInt(1, tenant);
        statement.executeQuery().close();
      }
    }
  }

  private static void execute(String database, String... statements) throws Exception {
    try (Connection connection = DriverManager.getConnection(databases.jdbc(database));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
