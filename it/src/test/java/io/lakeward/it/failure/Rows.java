package io.lakeward.it.failure;

import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.kafka.Message;
import io.lakeward.it.lake.Lake;
import io.lakeward.it.postgres.Column;
import io.lakeward.it.postgres.ColumnType;
import io.lakeward.it.postgres.Database;
import io.lakeward.it.postgres.Envelope;
import io.lakeward.it.postgres.Schema;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.Table;

/** Rows of a small table, numbered, each inserted by a transaction of its own. */
final class Rows {

  private static final Schema SCHEMA =
      new Schema(
          "orders",
          List.of("id"),
          List.of(Column.of("id", ColumnType.INT), Column.of("item", ColumnType.TEXT)));

  private final Database database = new Database();

  Rows() {
    database.create(SCHEMA);
  }

  /** The message of the insert of a row. */
  Message message(int id) {
    return Envelope.WITH_SCHEMA
        .messages(database.begin().insert(SCHEMA.table(), SCHEMA.row(id, "item " + id)).commit())
        .get(0);
  }

  /** The numbers of the rows in a table of a lake; none where there is no table. */
  static List<Integer> in(Path warehouse, String table) {
    try (Lake lake = Lake.open(warehouse, PipelineFile.NAMESPACE)) {
      return lake.has(table)
          ? lake.table(table).rows().stream().map(row -> (Integer) row.get("id")).toList()
          : List.of();
    }
  }

  /** Moves a table back to its first snapshot. */
  static void rollBack(Path warehouse, String table) {
    try (Lake lake = Lake.open(warehouse, PipelineFile.NAMESPACE)) {
      Table iceberg = lake.table(table).iceberg();
      long first = lake.table(table).commits().get(0).snapshotId();
      iceberg.manageSnapshots().rollbackTo(first).commit();
    }
  }
}
