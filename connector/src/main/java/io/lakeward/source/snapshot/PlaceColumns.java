package io.lakeward.source.snapshot;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The one row that a version is told by where it is told by the place: each column's name, type and
 * value. Immutable.
 *
 * @param types the columns
 * @param values their values, in Java's types, in the same order
 */
record PlaceColumns(StructType types, List<Object> values) {

  /** No columns: of such a place only the time can be asked for. */
  static final PlaceColumns NONE = new PlaceColumns(new StructType(), List.of());

  /** These and one more; the value may be null. */
  PlaceColumns with(String name, DataType type, Object value) {
    List<Object> more = new ArrayList<>(values);
    more.add(value);
    return new PlaceColumns(types.add(name, type, true), more);
  }

  /** A query of one row. */
  Dataset<Row> row(SparkSession session) {
    return session.createDataFrame(List.of(RowFactory.create(values.toArray())), types);
  }
}
