package io.lakeward.source.json;

import static java.util.Objects.requireNonNull;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;

/**
 * A time of day as a number of microseconds. A column of text does not take it, though it holds
 * every number: times of two forms would stand in one column.
 *
 * @param reader puts the number
 */
public record MicrosOfDay(ValueReader reader) implements JsonType {

  public MicrosOfDay {
    requireNonNull(reader, "reader");
  }

  @Override
  public DataType type() {
    return DataTypes.LongType;
  }

  @Override
  public ValueReader readerInto(DataType column) {
    if (column instanceof StringType) {
      return (json, out, ordinal) -> {
        throw json.refused("text, as which the column has its times; refresh the table");
      };
    }
    return reader;
  }
}
