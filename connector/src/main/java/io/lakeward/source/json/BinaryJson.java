package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Bytes in MongoDB's extended JSON: {@code $binary} in either version, {@code $uuid}, and {@code
 * $oid}, whose text is the hexadecimal of twelve bytes. The subtype says what they are for, and is
 * not kept.
 */
final class BinaryJson {

  private static final String KIND = "binary";
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-fA-F]{24}");
  private static final Pattern SUBTYPE = Pattern.compile("[0-9a-fA-F]{1,2}");

  private BinaryJson() {}

  static void read(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused("binary of MongoDB ($binary)");
    }
    JsonToken token = json.next();
    String name = token == JsonToken.FIELD_NAME ? json.name() : "";
    switch (name) {
      case "$uuid" -> readHex(json, UUID, out, ordinal);
      case "$oid" -> readHex(json, OBJECT_ID, out, ordinal);
      case "$type" -> {
        expectSubtype(json);
        expectField(json, "$binary");
        readBase64(json, out, ordinal);
      }
      case "$binary" -> {
        if (json.next() == JsonToken.START_OBJECT) {
          readFields(json, out, ordinal);
        } else {
          Texts.readBase64(json, out, ordinal);
          expectField(json, "$type");
          expectSubtype(json);
        }
      }
      default -> throw Wrapped.refused(name, KIND);
    }
    Wrapped.close(json);
  }

  /** {@code base64} and {@code subType}, in either order. */
  private static void readFields(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    if (json.next() == JsonToken.FIELD_NAME && json.name().equals("subType")) {
      expectSubtype(json);
      expectField(json, "base64");
      readBase64(json, out, ordinal);
    } else if (json.token() == JsonToken.FIELD_NAME && json.name().equals("base64")) {
      readBase64(json, out, ordinal);
      expectField(json, "subType");
      expectSubtype(json);
    } else {
      throw Wrapped.refused("$binary", KIND);
    }
    Wrapped.close(json);
  }

  private static void readBase64(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    json.next();
    Texts.readBase64(json, out, ordinal);
  }

  private static void readHex(JsonCursor json, Pattern form, ColumnWriter out, int ordinal)
      throws IOException {
    String text = text(json, form);
    byte[] bytes = HexFormat.of().parseHex(text.replace("-", ""));
    out.putBinary(ordinal, bytes, 0, bytes.length);
  }

  private static void expectSubtype(JsonCursor json) throws IOException {
    text(json, SUBTYPE);
  }

  private static String text(JsonCursor json, Pattern form) throws IOException {
    String text = json.next() == JsonToken.VALUE_STRING ? json.textString() : "";
    if (!form.matcher(text).matches()) {
      throw ValueRefused.of(text, KIND);
    }
    return text;
  }

  private static void expectField(JsonCursor json, String name) throws IOException {
    if (json.next() != JsonToken.FIELD_NAME || !json.name().equals(name)) {
      throw ValueRefused.of("{…}", KIND + " with " + name);
    }
  }
}
