package io.lakeward.source.debezium;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.json.FieldNames;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;

/** Reads {@code {"scale": 1, "value": base64}}: a number that brings its own scale (case T1). */
final class VariableScaleDecimal {

  private static final FieldNames FIELDS = new FieldNames(List.of("scale", "value"));
  private static final int LARGEST_SCALE = 150_000;

  private VariableScaleDecimal() {}

  static void read(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused("decimal of variable scale");
    }
    long scale = Long.MIN_VALUE;
    byte[] unscaled = new byte[0];
    for (int place = FIELDS.next(json, 0); place != FieldNames.END; place = next(json, place)) {
      json.next();
      if (place == 0 && json.isLong()) {
        scale = json.longValue();
      } else if (place == 1 && json.token() == JsonToken.VALUE_STRING) {
        unscaled = decode(json);
      } else {
        throw json.refused("decimal of variable scale");
      }
    }
    if (Math.abs(scale) > LARGEST_SCALE || scale == Long.MIN_VALUE || unscaled.length == 0) {
      throw ValueRefused.of("{…}", "decimal of variable scale");
    }
    out.putDecimal(ordinal, new BigDecimal(new BigInteger(unscaled), (int) scale));
  }

  private static int next(JsonCursor json, int place) throws IOException {
    return FIELDS.next(json, place + 1);
  }

  private static byte[] decode(JsonCursor json) throws IOException {
    try {
      return Base64.getDecoder().decode(json.textString());
    } catch (IllegalArgumentException e) {
      throw json.refused("base64");
    }
  }
}
