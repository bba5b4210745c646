package dev.threeledger.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PlanShapeTest {
  @Test
  void saysHowTheDatabaseGoesAndWhatItTouches() throws Exception {
    assertThat(
            shape(
                """
                {"Query Text": "UPDATE t SET a = 1 WHERE id = 5", "Plan": {
                  "Node Type": "ModifyTable", "Operation": "Update", "Relation Name": "t",
                  "Startup Cost": 0.15, "Total Cost": 8.17, "Plan Rows": 0, "Plan Width": 0,
                  "Plans": [{"Node Type": "Index Scan", "Index Name": "t_pkey",
                    "Relation Name": "t", "Alias": "t", "Scan Direction": "Forward",
                    "Index Cond": "(id = 5)", "Plan Rows": 1}]}}
                """))
        .isEqualTo("Update on t (Index Scan using t_pkey on t)");
  }

  @Test
  void costsRowsAndConditionsDoNotCount() throws Exception {
    assertThat(shape(scan(5, 8.17, 1))).isEqualTo(shape(scan(99, 123.4, 7000)));
  }

  @Test
  void joinsAggregatesAndArbitersAreNamed() throws Exception {
    assertThat(
            shape(
                """
                {"Node Type": "Hash Join", "Join Type": "Left", "Plans": [
                  {"Node Type": "Aggregate", "Strategy": "Sorted", "Plans": [
                    {"Node Type": "Index Scan", "Scan Direction": "Backward", "Index Name": "i",
                     "Relation Name": "a"}]},
                  {"Node Type": "Hash", "Plans": [
                    {"Node Type": "Function Scan", "Function Name": "unnest"}]}]}
                """))
        .isEqualTo(
            "Hash Join Left (Aggregate Sorted (Index Scan Backward using i on a), "
                + "Hash (Function Scan on unnest))");
    assertThat(
            shape(
                """
                {"Node Type": "ModifyTable", "Operation": "Insert", "Relation Name": "t",
                 "Conflict Resolution": "NOTHING", "Conflict Arbiter Indexes": ["u", "t_pkey"],
                 "Plans": [{"Node Type": "Result"}]}
                """))
        .isEqualTo("Insert on t arbiter t_pkey and u (Result)");
  }

  private static String scan(int id, double cost, int rows) {
    return """
    {"Plan": {"Node Type": "Seq Scan", "Relation Name": "t", "Alias": "x%1$d",
      "Total Cost": %2$s, "Plan Rows": %3$d, "Filter": "(id = %1$d)"}}
    """
        .formatted(id, cost, rows);
  }

  private static String shape(String json) throws IOException {
    return PlanShape.of(new ObjectMapper().readTree(json));
  }
}
