package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.connector.expressions.Transform;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How a mapping wants a table partitioned (mapping contract, {@code partition_by}): transforms in
 * Spark's words, such as {@code days(created_at)}. Without it a table stays partitioned as it is.
 */
public final class Partitioning {

  /** Of a mapping that says nothing. */
  static final Partitioning AS_IT_IS = new Partitioning("", Optional.empty());

  private final String table;
  private final Optional<List<String>> wanted;
  private final List<Transform> transforms = new ArrayList<>();

  /**
   * Reads the transforms.
   *
   * @param table the table's name, for errors
   * @param wanted one transform each; an empty list for no partitions; empty where the mapping says
   *     nothing
   * @throws LakewardException PARTITIONING_INVALID where one is no transform
   */
  public Partitioning(String table, Optional<List<String>> wanted) {
    this.table = table;
    this.wanted = wanted;
    wanted.orElse(List.of()).forEach(text -> transforms.add(parsed(text)));
  }

  /** The transforms of a table's current partitioning, as a mapping names them. */
  static List<String> described(PartitionSpec spec) {
    return Stream.of(Spark3Util.toTransforms(spec.schema(), present(spec)))
        .map(Transform::describe)
        .toList();
  }

  /** Tables of format version 1 keep the places of fields that were taken away. */
  private static List<PartitionField> present(PartitionSpec spec) {
    return spec.fields().stream().filter(field -> !field.transform().isVoid()).toList();
  }

  /**
   * The partitioning of a table of these columns.
   *
   * @throws LakewardException PARTITIONING_INVALID where a column is not there, or its type does
   *     not go with the transform
   */
  PartitionSpec of(Schema schema) {
    try {
      return Spark3Util.toPartitionSpec(schema, transforms.toArray(Transform[]::new));
    } catch (IllegalArgumentException
        | UnsupportedOperationException
        | org.apache.iceberg.exceptions.ValidationException e) {
      throw invalid(String.valueOf(wanted.orElse(List.of())), e)
          .fact("columns", schema.columns().stream().map(column -> column.name()).toList())
          .advice(
              "name columns of the table, as they are called there, with a transform of them; where"
                  + " the first records do not have one yet, declare `schema`")
          .build();
    }
  }

  /**
   * Checks that a table is partitioned as the mapping says, where it says anything.
   *
   * @throws LakewardException PARTITIONING_DRIFT where it is not
   */
  void requireOf(Table there) {
    if (wanted.isPresent() && !isSame(of(there.schema()), there.spec())) {
      throw LakewardException.of(ErrorCode.PARTITIONING_DRIFT)
          .fact("table", there.name())
          .fact("stored", described(there.spec()))
          .fact("now", wanted.get())
          .advice(
              "restore the old `partition_by`, or alter the table with ALTER TABLE ... ADD PARTITION"
                  + " FIELD, which rewrites nothing"
                  + RefreshAdvice.orRebuild(there.name()))
          .build();
    }
  }

  private static boolean isSame(PartitionSpec one, PartitionSpec other) {
    return outline(one).equals(outline(other));
  }

  /** What names and ids of partition fields do not change. */
  private static List<String> outline(PartitionSpec spec) {
    return present(spec).stream().map(field -> field.sourceId() + " " + field.transform()).toList();
  }

  /** Reads it as Spark reads it after PARTITIONED BY. */
  private Transform parsed(String text) {
    List<Transform> read;
    try {
      CreateTable statement =
          (CreateTable)
              CatalystSqlParser$.MODULE$.parsePlan(
                  "CREATE TABLE t (c INT) USING iceberg PARTITIONED BY (" + text + ")");
      read = CollectionConverters.asJava(statement.partitioning());
    } catch (Exception e) { // Spark's parser throws checked exceptions that it does not declare
      throw invalid(text, e).advice(EXAMPLES).build();
    }
    if (read.size() != 1) {
      throw invalid(text, new IllegalArgumentException("one transform each"))
          .advice(EXAMPLES)
          .build();
    }
    return read.get(0);
  }

  private static final String EXAMPLES =
      "write a list of column, years(column), months(column), days(column), hours(column),"
          + " bucket(16, column) or truncate(10, column)";

  private LakewardException.Builder invalid(String text, Exception cause) {
    return LakewardException.of(ErrorCode.PARTITIONING_INVALID)
        .fact("table", table)
        .fact("partition_by", text)
        .fact("reason", String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse(""));
  }
}
