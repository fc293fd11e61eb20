package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** How JSON text is read. */
public final class Texts {

  private static final int LONG_BYTES = 8;

  private Texts() {}

  /** Text as it is. */
  public static void readText(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    if (json.token() != JsonToken.VALUE_STRING) {
      throw json.refused("text");
    }
    out.putText(ordinal, json.text(), json.textOffset(), json.textLength());
  }

  /** Bytes as base64. */
  public static void readBase64(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    if (json.token() != JsonToken.VALUE_STRING) {
      throw json.refused("bytes as base64");
    }
    byte[] bytes = json.scratch(Base64Text.mostBytes(json.textLength()));
    int length = Base64Text.decode(json, bytes);
    out.putBinary(ordinal, bytes, 0, length);
  }

  /** A decimal as the base64 of its unscaled number's big-endian bytes. */
  public static ValueReader decimalOfScale(int scale) {
    return (json, out, ordinal) -> readUnscaled(json, scale, out, ordinal);
  }

  static void readUnscaled(JsonCursor json, int scale, ColumnWriter out, int ordinal)
      throws IOException {
    if (json.token() != JsonToken.VALUE_STRING || json.textLength() == 0) {
      throw json.refused("decimal as base64");
    }
    byte[] bytes = json.scratch(Base64Text.mostBytes(json.textLength()));
    int length = Base64Text.decode(json, bytes);
    if (length > LONG_BYTES) {
      out.putDecimal(ordinal, new BigDecimal(new BigInteger(bytes, 0, length), scale));
      return;
    }
    out.putUnscaled(ordinal, Base64Text.number(bytes, length), scale);
  }
}
