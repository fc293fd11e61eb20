package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * A document inside of a document of MongoDB, as a struct or a map. An object that stands for a
 * scalar in extended JSON is none; but {@code $timestamp}, which has two numbers, is a struct of
 * {@code t} and {@code i}.
 *
 * @param plain how the document is read
 */
record DocumentJson(JsonType plain) implements JsonType {

  private static final List<String> TIMESTAMP = List.of("t", "i");

  @Override
  public DataType type() {
    return plain.type();
  }

  @Override
  public ValueReader readerInto(DataType column) {
    ValueReader reader = plain.readerInto(column);
    boolean ofTimestamp = plain instanceof StructJson struct && struct.names().equals(TIMESTAMP);
    boolean dollarsExpected =
        plain instanceof StructJson struct
            && struct.names().stream().anyMatch(name -> name.startsWith("$"));
    return (json, out, ordinal) -> {
      String first = dollarsExpected ? "" : firstName(json, column);
      if (ofTimestamp && first.equals("$timestamp")) {
        readInside(reader, json, out, ordinal);
      } else if (first.startsWith("$")) {
        throw Wrapped.refused(first, column.simpleString());
      } else {
        reader.read(json, out, ordinal);
      }
    };
  }

  private static void readInside(ValueReader reader, JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    Wrapped.open(json);
    reader.read(json, out, ordinal);
    Wrapped.close(json);
  }

  /** The first name of the object that the cursor is at, where it begins with a dollar sign. */
  private static String firstName(JsonCursor json, DataType column) throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused(column.simpleString());
    } else if (!mayBeginWithDollar(json)) {
      return "";
    }
    try (JsonCursor ahead = JsonElements.ahead(json)) {
      return ahead.next() == JsonToken.FIELD_NAME ? ahead.name() : "";
    }
  }

  /** Whether the bytes behind the brace leave it open; few objects are worth a second parser. */
  private static boolean mayBeginWithDollar(JsonCursor json) {
    byte[] bytes = json.bytes();
    int at = json.tokenStart() + 1;
    while (at < bytes.length && isSpace(bytes[at])) {
      at++;
    }
    return at + 1 < bytes.length
        && bytes[at] == '"'
        && (bytes[at + 1] == '$' || bytes[at + 1] == '\\');
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
