package io.lakeward.source.custom;

import io.lakeward.row.RowTarget;
import io.lakeward.source.json.DeclaredTypes;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.Unavailable;
import io.lakeward.source.json.UnknownFieldException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The whole record as a row of the declared columns, which expressions see. Not thread safe. */
final class RecordRow {

  private final Flow flow;
  private final FieldsReader reader;
  private final RowTarget target;

  RecordRow(Flow flow) {
    this.flow = flow;
    DeclaredTypes types = new DeclaredTypes(new JsonDialect(flow.zone()));
    List<FieldsReader.Field> fields = new ArrayList<>();
    for (StructField field : flow.schema().fields()) {
      JsonType type = types.of(field.dataType());
      fields.add(new FieldsReader.Field(field.name(), fields.size(), type.readerInto(type.type())));
    }
    this.reader = new FieldsReader(fields, fields.size(), Unavailable.NEVER, this::meetUnknown);
    this.target = new RowTarget((StructType) types.of(flow.schema()).type());
  }

  /** Reads the object whose opening brace the cursor is at; fields that it lacks are null. */
  RowTarget read(JsonCursor json) throws IOException {
    target.begin();
    reader.read(json, target.columns());
    for (int i = 0; i < target.columns().length; i++) {
      if (!reader.saw(i)) {
        target.columns()[i].putNull(i);
      }
    }
    return target;
  }

  private void meetUnknown(JsonCursor json) throws IOException {
    String name = json.name();
    if (flow.selection().targetOf(name).isPresent()) {
      throw new UnknownFieldException(name);
    }
    json.next();
    json.skip();
  }
}
