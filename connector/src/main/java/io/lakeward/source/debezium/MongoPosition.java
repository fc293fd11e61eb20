package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * MongoDB: the time of the change and its ordinal within the cluster's second (Debezium's
 * documentation, "Debezium connector for MongoDB", "create events": the timestamp of the change and
 * the ordinal of the event within the timestamp). Before Debezium 3.4, and with servers before
 * MongoDB 6, that time is the second of the cluster's clock, and the two are a place in the log;
 * since then it is the clock of the server that wrote the change, and the order of a document's
 * changes is right as long as that clock does not go back between them
 * (docs/decisions/0013-documents-of-mongodb.md). Changes of one transaction share a place: they
 * stand as Kafka has them.
 *
 * <p>A row of a snapshot has the place where the change stream stood. Where that had none to tell
 * yet, {@code ord} is negative and the time is the connector's own: such a row stands before every
 * change, since the stream begins before it.
 */
final class MongoPosition implements SourcePosition {

  static final String CONNECTOR = "mongodb";

  private static final StructType TYPE =
      new StructType()
          .add("ts_ms", DataTypes.LongType)
          .add("ord", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of(CONNECTOR);
  }

  @Override
  public StructType type() {
    return TYPE;
  }

  @Override
  public boolean leavesOutValues() {
    return false;
  }

  @Override
  public void write(SourceBlock source, int streamed, OrderedBytes out) {
    if (!source.hasNumber(Field.TS_MS) || !source.hasNumber(Field.ORD)) {
      throw SourcePositions.missing("source.ts_ms or source.ord is missing");
    }
    if (source.number(Field.ORD) >= 0) {
      out.putPresent().putLong(source.number(Field.TS_MS));
      out.putPresent().putLong(source.number(Field.ORD));
    } else if (streamed == 0) {
      out.putNull().putNull();
    } else {
      throw SourcePositions.missing("source.ord is negative: " + source.number(Field.ORD));
    }
    out.putPresent().putLong(streamed);
  }
}
