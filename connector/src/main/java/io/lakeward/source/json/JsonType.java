package io.lakeward.source.json;

import org.apache.spark.sql.types.DataType;

/** The type of a value together with the way in which JSON writes it. */
public interface JsonType {

  /** The type, in Spark's terms. */
  DataType type();

  /** A reader into a column of this type, which may be another than {@link #type}. */
  ValueReader readerInto(DataType column);

  /** A type whose reader is the same for every column. */
  static JsonType scalar(DataType type, ValueReader reader) {
    return new ScalarType(type, reader);
  }
}
