package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The feed of a test that hands out its batches itself, in Spark's Kafka columns.
 *
 * @param known whether records are known by the offsets of the table, and not by their batch
 */
record GivenRecords(Known known) implements Feed {

  /** How a test knows what was applied. */
  enum Known {
    BY_BATCH,
    BY_OFFSET
  }

  private static final StructType KAFKA =
      new StructType()
          .add("key", DataTypes.BinaryType)
          .add("value", DataTypes.BinaryType)
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("timestamp", DataTypes.TimestampType)
          .add("timestampType", DataTypes.IntegerType)
          .add("headers", "array<struct<key:string,value:binary>>");

  /** A batch of records with these values, in partition 0 of the topic {@code feed}. */
  static Dataset<Row> batch(SparkSession session, long firstOffset, List<String> values) {
    List<Row> rows = new ArrayList<>();
    for (String value : values) {
      rows.add(
          RowFactory.create(
              null,
              value.getBytes(UTF_8),
              "feed",
              0,
              firstOffset + rows.size(),
              Instant.EPOCH,
              0,
              null));
    }
    return session.createDataFrame(rows, KAFKA);
  }

  /** Where a batch ends, as Spark writes it. */
  static String end(long nextOffset) {
    return "{\"feed\":{\"0\":" + nextOffset + "}}";
  }

  @Override
  public void check() {}

  @Override
  public boolean beginsAtTheFirstRecord() {
    return true;
  }

  @Override
  public Dataset<Row> stream(SparkSession spark, Optional<String> applied) {
    throw new IllegalStateException("batches are given");
  }

  @Override
  public List<String> missing(Optional<String> applied) {
    return List.of();
  }

  @Override
  public Progress progress() {
    return new KafkaProgress();
  }

  @Override
  public Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied) {
    return known == Known.BY_OFFSET
        ? applied.map(KafkaProgress::offsets).orElse(Map.of())
        : Map.of();
  }
}
