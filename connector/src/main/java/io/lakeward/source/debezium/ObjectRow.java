package io.lakeward.source.debezium;

import io.lakeward.row.RowTarget;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.FieldsReader.Field;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.StructJson;
import io.lakeward.source.json.Unavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * An object inside of a record as a row of its own, of which some fields are wanted and the others
 * are null. Fields of other names are skipped. Not thread safe.
 */
final class ObjectRow {

  private final RowTarget target;
  private final FieldsReader reader;
  private final JsonCursor cursor = new JsonCursor();
  private boolean isAbsent = true;

  ObjectRow(StructJson type, Predicate<String> wanted, Unavailable unavailable) {
    this.target = new RowTarget((StructType) type.type());
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < type.names().size(); i++) {
      String name = type.names().get(i);
      JsonType field = type.types().get(i);
      fields.add(
          wanted.test(name)
              ? new Field(name, i, field.readerInto(field.type()))
              : Field.leftOut(name));
    }
    this.reader = new FieldsReader(fields, fields.size(), unavailable, ObjectRow::skip);
    clear();
  }

  private static void skip(JsonCursor json) throws IOException {
    json.next();
    json.skip();
  }

  /** The row of the object that begins there; reused. */
  InternalRow read(byte[] record, int start) throws IOException {
    isAbsent = false;
    target.begin();
    try (JsonCursor json = cursor.open(record, start, record.length)) {
      json.next();
      reader.read(json, target.columns());
    }
    for (int i = 0; i < target.columns().length; i++) {
      if (!reader.saw(i)) {
        target.columns()[i].putNull(i);
      }
    }
    return target.row();
  }

  /** The row where there is no object: all of it is null. */
  InternalRow absent() {
    if (!isAbsent) {
      clear();
    }
    return target.row();
  }

  private void clear() {
    isAbsent = true;
    target.begin();
    for (int i = 0; i < target.columns().length; i++) {
      target.columns()[i].putNull(i);
    }
  }

  /** A bit for each field whose value the source did not send; empty for none. */
  long[] missed() {
    return isAbsent ? new long[0] : reader.missed();
  }
}
