package io.lakeward.source.json;

import org.apache.spark.sql.types.DataType;

/** A type whose values have no parts. */
record ScalarType(DataType type, ValueReader reader) implements JsonType {

  @Override
  public ValueReader readerInto(DataType column) {
    return reader;
  }
}
