package io.lakeward.it.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.CaptureFiles;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.connector.SparkSql;
import io.lakeward.it.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Spark's SQL made and filled before the first run. */
class AdoptedTablesTest {

  private static final String USERS = "users";

  @TempDir private Path directory;

  private int changes;

  @Test
  void currentRowsWithDeletesOfFormatVersion2() {
    Path mapping = mapping("apply_as_deletes: \"op = 'D'\"");
    SparkSql.execute(
        mapping,
        "CREATE TABLE lake.shop.users (id INT, name STRING, city STRING, note STRING)"
            + " TBLPROPERTIES ('format-version'='2', 'write.delete.mode'='merge-on-read')",
        "INSERT INTO lake.shop.users VALUES (1,'alice','Paris','a'), (2,'bob','Rome','b'),"
            + " (3,'carol','Oslo','c'), (4,'dan','Bern','d')",
        "DELETE FROM lake.shop.users WHERE id = 2",
        "DELETE FROM lake.shop.users WHERE id = 3");
    change(1, "alicia", "Paris", 5, "U");
    change(4, null, null, 6, "D");
    LakewardException failure = Run.attempt(mapping).failure(USERS);
    assertThat(failure.code()).isEqualTo(ErrorCode.KEY_SCHEMA_DRIFT);
    assertThat(failure.facts())
        .containsEntry("column", "id")
        .containsEntry("stored", "int")
        .containsEntry("record", "long");

    SparkSql.execute(mapping, "ALTER TABLE lake.shop.users ALTER COLUMN id TYPE BIGINT");
    Run run = Run.once(mapping);
    assertThat(run.notices())
        .singleElement()
        .asString()
        .startsWith("lake.shop.users: adopted with its at most ");
    assertThat(run.applied(USERS)).isEqualTo(2);
    change(2, "bobby", "Rome", 7, "U");
    Run.once(mapping);
    assertThat(rows())
        .extracting(row -> row.get("id") + "," + row.get("name") + "," + row.get("note"))
        .containsExactlyInAnyOrder("1,alicia,a", "2,bobby,null");
  }

  /** What stood before the first change stays as it was until then. */
  @Test
  void aHistory() {
    Path mapping = mapping("apply_as_deletes: \"op = 'D'\"", "stored_as_scd_type: 2");
    SparkSql.execute(
        mapping,
        "CREATE TABLE lake.shop.users (id BIGINT, name STRING, city STRING,"
            + " __START_AT BIGINT, __END_AT BIGINT)",
        "INSERT INTO lake.shop.users VALUES (1,'al','Paris',1,5), (1,'alice','Paris',5,NULL),"
            + " (1,'later','Paris',20,NULL), (2,'bob','Rome',2,NULL), (3,'carol','Oslo',3,NULL)");
    change(1, "alicia", "Rome", 10, "U");
    change(2, null, null, 10, "D");
    Run.once(mapping);
    assertThat(history())
        .containsExactlyInAnyOrder(
            "1,al,1,5", "1,alice,5,10", "1,alicia,10,null", "2,bob,2,10", "3,carol,3,null");
    change(1, "earlier", "Rome", 7, "U");
    Run.once(mapping);
    assertThat(history())
        .containsExactlyInAnyOrder(
            "1,al,1,5",
            "1,alice,5,7",
            "1,earlier,7,10",
            "1,alicia,10,null",
            "2,bob,2,10",
            "3,carol,3,null");
  }

  @Test
  void currentRowsThatBecomeAHistory() {
    Path mapping =
        mapping(
            "stored_as_scd_type: 2", "ignore_null_updates: true", "apply_as_deletes: \"op = 'D'\"");
    SparkSql.execute(
        mapping,
        "CREATE TABLE lake.shop.users (id BIGINT NOT NULL, name STRING NOT NULL, city STRING)",
        "INSERT INTO lake.shop.users VALUES (1,'alice','Paris'), (2,'bob','Rome')");
    change(1, "alicia", null, 10, "U");
    Run.once(mapping);
    change(1, null, "Oslo", 20, "U");
    Run.once(mapping);
    assertThat(rows())
        .extracting(row -> row.get("name") + "," + row.get("city") + "," + row.get("__START_AT"))
        .containsExactlyInAnyOrder(
            "alice,Paris,null", "alicia,Paris,10", "alicia,Oslo,20", "bob,Rome,null");
  }

  private List<String> history() {
    return rows().stream()
        .map(
            row ->
                row.get("id")
                    + ","
                    + row.get("name")
                    + ","
                    + row.get("__START_AT")
                    + ","
                    + row.get("__END_AT"))
        .toList();
  }

  private void change(int id, String name, String city, int seq, String op) {
    Map<String, Object> payload = new HashMap<>();
    payload.put("id", id);
    payload.put("name", name);
    payload.put("city", city);
    payload.put("seq", seq);
    payload.put("op", op);
    new CaptureFiles(directory).add(changes, USERS, changes, payload);
    changes++;
  }

  private Path mapping(String... keys) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "topic: " + USERS,
                "schema: \"id BIGINT, name STRING, city STRING, seq BIGINT, op STRING\"",
                "keys: [id]",
                "sequence_by: seq",
                "except_column_list: [seq, op]"));
    all.addAll(List.of(keys));
    return PipelineFile.ofCapture(directory).table(USERS, all.toArray(String[]::new)).write();
  }

  private List<Map<String, Object>> rows() {
    try (Lake lake = Lake.open(directory.resolve("lake"), PipelineFile.NAMESPACE)) {
      return lake.table(USERS).rows();
    }
  }
}
