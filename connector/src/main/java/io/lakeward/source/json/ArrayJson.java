package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ArrayWriter;
import io.lakeward.row.ColumnWriter;
import java.io.IOException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** An array of values of one type, or nulls. */
public record ArrayJson(JsonType element) implements JsonType {

  @Override
  public DataType type() {
    return DataTypes.createArrayType(element.type());
  }

  @Override
  public ValueReader readerInto(DataType column) {
    if (!(column instanceof ArrayType array)) {
      return (json, out, ordinal) -> {
        throw json.refused(column.simpleString());
      };
    }
    ValueReader reader = element.readerInto(array.elementType());
    return (json, out, ordinal) -> read(reader, json, (ArrayWriter) out, ordinal);
  }

  private static void read(ValueReader reader, JsonCursor json, ArrayWriter out, int ordinal)
      throws IOException {
    if (json.token() != JsonToken.START_ARRAY) {
      throw json.refused("array");
    }
    // Spark wants the number of elements before the first of them.
    int start = out.begin(JsonElements.count(json));
    ColumnWriter element = out.element();
    int at = 0;
    for (JsonToken t = json.next(); t != JsonToken.END_ARRAY; t = json.next(), at++) {
      if (t == JsonToken.VALUE_NULL) {
        element.putNull(at);
      } else {
        reader.read(json, element, at);
      }
    }
    out.end(ordinal, start);
  }
}
