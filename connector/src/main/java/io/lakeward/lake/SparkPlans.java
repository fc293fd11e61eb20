package io.lakeward.lake;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * The one place that goes past Spark's public interface: rows in and out of Catalyst without
 * encoders. Catalyst's shuffle and sort beat those of RDDs at the size of a micro-batch.
 */
public final class SparkPlans {

  private SparkPlans() {}

  /** The rows of a query as they are. The rows of a partition are one reused object. */
  public static JavaRDD<InternalRow> rows(Dataset<Row> dataset) {
    return dataset.queryExecution().toRdd().toJavaRDD();
  }

  /** A query over rows of this schema. */
  public static Dataset<Row> dataset(
      SparkSession session, RDD<InternalRow> rows, StructType schema) {
    return classic(session).internalCreateDataFrame(rows, schema, false);
  }

  /**
   * Brings the rows of each partition number together, sorted.
   *
   * @param partitions how many partitions there are; the column {@code _lakeward_partition} names
   *     each row's, from 0
   */
  public static JavaRDD<InternalRow> partitioned(
      SparkSession session,
      RDD<InternalRow> rows,
      StructType schema,
      int partitions,
      Column... sortedBy) {
    Dataset<Row> dataset = dataset(session, rows, schema);
    Column partition = dataset.col(ChangeRows.PARTITION_COLUMN);
    return rows(
        ((org.apache.spark.sql.classic.Dataset<Row>) dataset)
            .repartitionById(partitions, partition)
            .sortWithinPartitions(sortedBy));
  }

  /** Sorts the rows within their partitions. */
  static JavaRDD<InternalRow> sorted(
      SparkSession session, RDD<InternalRow> rows, StructType schema, Column... sortedBy) {
    return rows(dataset(session, rows, schema).sortWithinPartitions(sortedBy));
  }

  /** A query over a table as it stands in this object, whatever is committed meanwhile. */
  public static Dataset<Row> scan(SparkSession session, Table table) {
    return org.apache.spark.sql.classic.Dataset.ofRows(
        classic(session), DataSourceV2Relation.create(table, Option.empty(), Option.empty()));
  }

  /**
   * A value as a column.
   *
   * @param value Spark's internal form of a value of the type
   */
  public static Column literal(Object value, DataType type) {
    return ExpressionUtils.column(new Literal(value, type));
  }

  private static org.apache.spark.sql.classic.SparkSession classic(SparkSession session) {
    return (org.apache.spark.sql.classic.SparkSession) session;
  }
}
