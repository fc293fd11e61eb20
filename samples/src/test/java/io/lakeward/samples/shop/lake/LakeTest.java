package io.lakeward.samples.shop.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeTest {

  private static final TopicPartition ZERO = new TopicPartition("t", 0);
  private static final TopicPartition ONE = new TopicPartition("t", 1);

  @TempDir Path warehouse;

  @Test
  void isEmptyBeforeAnyoneWrites() throws Exception {
    try (Lake lake = new Lake(warehouse.resolve("none"), "shop")) {
      assertThat(lake.table("orders")).isEmpty();
      assertThat(lake.offsets("orders")).isEmpty();
      assertThat(lake.commits("orders")).isEmpty();
      assertThat(Files.exists(warehouse.resolve("none"))).isFalse();
    }
  }

  @Test
  void showsOffsetsAndMicroBatches() throws Exception {
    try (JdbcCatalog catalog = new JdbcCatalog();
        Lake lake = new Lake(warehouse, "shop")) {
      catalog.setConf(new Configuration());
      catalog.initialize(
          "lake",
          Map.of(
              "uri",
              "jdbc:sqlite:" + warehouse.resolve("catalog.db"),
              "warehouse",
              warehouse.toString()));
      catalog.createNamespace(Namespace.of("shop"));
      assertThat(lake.table("orders")).isEmpty();
      Table table =
          catalog.createTable(
              TableIdentifier.of("shop", "orders"),
              new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
      commit(table, 0, "{\"t\":{\"0\":5,\"1\":0}}");
      commit(table, 1, "{\"t\":{\"0\":7,\"1\":3}}");
      // What repeats the identity of a batch, maintenance say, is no batch of its own.
      commit(table, 1, "{\"t\":{\"0\":7,\"1\":3}}");

      assertThat(lake.offsets("orders")).isEqualTo(Map.of(ZERO, 7L, ONE, 3L));
      assertThat(lake.commits("orders"))
          .extracting(LakeCommit::ends)
          .containsExactly(Map.of(ZERO, 5L, ONE, 0L), Map.of(ZERO, 7L, ONE, 3L));
    }
  }

  private static void commit(Table table, int batch, String offsets) {
    AppendFiles append = table.newAppend();
    append.set("lakeward.batch-id", Integer.toString(batch));
    append.set("lakeward.offsets", offsets);
    append.commit();
    table.updateProperties().set("lakeward.offsets.orders", offsets).commit();
  }
}
