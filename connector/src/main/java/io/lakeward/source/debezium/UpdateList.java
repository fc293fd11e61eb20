package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.RejectReason;
import io.lakeward.row.RowTarget;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import io.lakeward.source.ListRefused;
import io.lakeward.source.ListedColumns;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.FieldsReader.Field;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.Unavailable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The column in which rows of one schema list the columns that they author (semantics, section 4).
 * It is read in a pass of its own, since most often the table does not have it. Not thread safe.
 */
final class UpdateList {

  private static final int LIST = 0;

  private final String column;
  private final ListedColumns names;
  private final FieldsReader reader;
  private final RowTarget target;
  private final JsonCursor cursor = new JsonCursor();

  private UpdateList(String column, ListedColumns names, FieldsReader reader, DataType type) {
    this.column = column;
    this.names = names;
    this.reader = reader;
    this.target = new RowTarget(new StructType().add(column, type));
  }

  /**
   * The list of rows of this schema.
   *
   * @param added the columns that the flow adds to those of the source
   * @throws ListRefused where they have none in this column
   */
  static UpdateList in(
      String column, RowSchema schema, List<String> added, Layout layout, Unavailable unavailable) {
    RowColumn list =
        schema
            .bySource(column)
            .orElseThrow(
                () ->
                    new ListRefused(
                        RejectReason.COLUMN_UNKNOWN, "the record has no column " + column));
    DataType type = list.type().type();
    if (!ListedColumns.canBeIn(type)) {
      throw new ListRefused(
          RejectReason.COLUMN_LIST_INVALID,
          "the column " + column + " is no array of text but " + type.catalogString());
    }
    List<Field> fields =
        schema.columns().stream()
            .map(
                other ->
                    other == list
                        ? new Field(column, LIST, list.type().readerInto(type))
                        : Field.leftOut(other.source()))
            .toList();
    ListedColumns names =
        new ListedColumns(
            schema.columns().stream()
                .map(c -> new ListedColumns.Column(c.source(), c.type().type(), c.target()))
                .toList(),
            added,
            layout,
            new Leaves(layout));
    return new UpdateList(
        column, names, new FieldsReader(fields, 1, unavailable, UpdateList::skip), type);
  }

  /** The row was read before, with what it may have beside its columns. */
  private static void skip(JsonCursor json) throws IOException {
    json.next();
    json.skip();
  }

  /**
   * The leaves that a row leaves alone; none where the list is null.
   *
   * @param value the record's value, in which the row begins at {@code start}
   * @throws ListRefused where the list was not sent, or names what there is not
   */
  BitSet unlisted(byte[] value, int start) throws IOException {
    target.begin();
    try (JsonCursor json = cursor.open(value, start, value.length)) {
      JsonToken opening = json.next();
      if (opening != JsonToken.START_OBJECT) {
        throw new IllegalStateException("Cannot read a row at " + opening);
      }
      reader.read(json, target.columns());
    }
    if (reader.missed().length > 0) {
      throw new ListRefused(
          RejectReason.COLUMN_LIST_INVALID, "the source did not send the column " + column);
    }
    return !reader.saw(LIST) || target.row().isNullAt(LIST)
        ? new BitSet()
        : names.unlisted(target.row().getArray(LIST));
  }
}
