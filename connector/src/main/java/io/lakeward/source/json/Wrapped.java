package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ValueRefused;
import java.io.IOException;

/** An object of one field, whose name says what its value means. */
final class Wrapped {

  private Wrapped() {}

  /** Moves from the opening brace to the value of the only field; the field's name. */
  static String open(JsonCursor json) throws IOException {
    if (json.next() != JsonToken.FIELD_NAME) {
      throw ValueRefused.of("{}", "value of MongoDB");
    }
    String name = json.name();
    json.next();
    return name;
  }

  /** Moves from the value to the closing brace. */
  static void close(JsonCursor json) throws IOException {
    if (json.next() != JsonToken.END_OBJECT) {
      throw ValueRefused.of("{…}", "object of one field");
    }
  }

  /** The refusal of an object whose first field has this name. */
  static ValueRefused refused(String name, String kind) {
    return ValueRefused.of("{\"" + name + "\": …}", kind);
  }
}
