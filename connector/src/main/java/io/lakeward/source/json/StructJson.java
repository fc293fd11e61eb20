package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.StructWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * An object as a struct. Fields that the object lacks read null.
 *
 * @param names the fields' names
 * @param types their types, in the same order
 */
public record StructJson(List<String> names, List<JsonType> types) implements JsonType {

  @Override
  public DataType type() {
    StructField[] fields = new StructField[names.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = new StructField(names.get(i), types.get(i).type(), true, Metadata.empty());
    }
    return new StructType(fields);
  }

  @Override
  public ValueReader readerInto(DataType column) {
    if (!(column instanceof StructType struct)) {
      return (json, out, ordinal) -> {
        throw json.refused(column.simpleString());
      };
    }
    List<String> places = Arrays.asList(struct.fieldNames());
    List<FieldsReader.Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int ordinal = places.indexOf(names.get(i));
      fields.add(
          ordinal < 0
              ? FieldsReader.Field.withoutPlace(names.get(i))
              : new FieldsReader.Field(
                  names.get(i),
                  ordinal,
                  types.get(i).readerInto(struct.fields()[ordinal].dataType())));
    }
    int size = places.size();
    FieldsReader reader = new FieldsReader(fields, size, Unavailable.NEVER, UnknownFields.REFUSE);
    return (json, out, ordinal) -> read(reader, json, (StructWriter) out, ordinal);
  }

  private static void read(FieldsReader reader, JsonCursor json, StructWriter out, int ordinal)
      throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused("object");
    }
    int start = out.begin();
    ColumnWriter[] columns = out.fields();
    reader.read(json, columns);
    for (int i = 0; i < columns.length; i++) {
      if (!reader.saw(i)) {
        columns[i].putNull(i);
      }
    }
    out.end(ordinal, start);
  }
}
