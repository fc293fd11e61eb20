package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.json.Base64Text;
import io.lakeward.source.json.FieldNames;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads {@code {"wkb": base64, "srid": 4326}} as well-known text (case T22). The {@code x} and
 * {@code y} of a point are in its binary too, and left there.
 */
final class GeometryText {

  private static final String KIND = "geometry of wkb and srid";
  private static final int WKB = 0;
  private static final int SRID = 1;
  private static final FieldNames FIELDS = new FieldNames(List.of("wkb", "srid", "x", "y"));

  private GeometryText() {}

  static void read(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused(KIND);
    }
    byte[] wkb = new byte[0];
    OptionalInt srid = OptionalInt.empty();
    for (int place = FIELDS.next(json, 0);
        place != FieldNames.END;
        place = FIELDS.next(json, place + 1)) {
      JsonToken token = json.next();
      if (place == WKB && token == JsonToken.VALUE_STRING && wkb.length == 0) {
        wkb = Base64Text.bytes(json);
      } else if (place == SRID && json.isLong()) {
        srid = OptionalInt.of(exactInt(json));
      } else if (place == FieldNames.UNKNOWN
          || place == WKB
          || token.isStructStart()
          || (place == SRID && token != JsonToken.VALUE_NULL)) {
        throw json.refused(KIND);
      }
    }
    byte[] text;
    try {
      text = WellKnownBinary.text(wkb, srid).getBytes(UTF_8);
    } catch (WellKnownBinary.Broken e) {
      throw ValueRefused.of("{…}", KIND + ": " + e.getMessage());
    }
    out.putText(ordinal, text, 0, text.length);
  }

  private static int exactInt(JsonCursor json) throws IOException {
    try {
      return Math.toIntExact(json.longValue());
    } catch (ArithmeticException e) {
      throw json.refused("srid");
    }
  }
}
