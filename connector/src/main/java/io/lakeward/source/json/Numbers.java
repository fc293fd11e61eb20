package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** How JSON numbers are read. */
public final class Numbers {

  private Numbers() {}

  /** True or false. */
  public static void readBoolean(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    JsonToken token = json.token();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw json.refused("boolean");
    }
    out.putBoolean(ordinal, token == JsonToken.VALUE_TRUE);
  }

  /** A whole number; 1.0 and 1e3 are none. */
  public static void readLong(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    out.putLong(ordinal, longAt(json, "whole number"));
  }

  /** A whole number between these bounds, both included. */
  public static ValueReader between(long least, long most) {
    return (json, out, ordinal) -> {
      long value = longAt(json, "whole number");
      if (value < least || value > most) {
        throw json.refused("number from " + least + " to " + most);
      }
      out.putLong(ordinal, value);
    };
  }

  /** A number of 64 bits whose negative half stands for the numbers from 2^63 (case T15). */
  public static void readUnsigned(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    long value = longAt(json, "whole number");
    if (value >= 0) {
      out.putLong(ordinal, value);
    } else {
      BigInteger unsigned = BigInteger.valueOf(value).add(BigInteger.ONE.shiftLeft(Long.SIZE));
      out.putDecimal(ordinal, new BigDecimal(unsigned));
    }
  }

  /** A number of double precision; not a number and the infinities are text. */
  public static void readDouble(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    out.putDouble(
        ordinal,
        json.token() == JsonToken.VALUE_STRING ? notFinite(json, "double") : doubleAt(json));
  }

  /** The finite number of double precision that the cursor is at. */
  static double doubleAt(JsonCursor json) throws IOException {
    return switch (json.token()) {
      case VALUE_NUMBER_FLOAT -> {
        double value = json.parser().getDoubleValue();
        if (Double.isInfinite(value)) {
          throw json.refused("double");
        }
        yield value;
      }
      case VALUE_NUMBER_INT -> exactDouble(json);
      default -> throw json.refused("double");
    };
  }

  /** A number of single precision; not a number and the infinities are text. */
  public static void readFloat(JsonCursor json, ColumnWriter out, int ordinal) throws IOException {
    switch (json.token()) {
      case VALUE_NUMBER_FLOAT -> {
        float value = json.parser().getFloatValue();
        if (Float.isInfinite(value)) {
          throw json.refused("float");
        }
        out.putFloat(ordinal, value);
      }
      case VALUE_NUMBER_INT -> {
        double value = exactDouble(json);
        if ((float) value != value) {
          throw json.refused("float");
        }
        out.putFloat(ordinal, (float) value);
      }
      case VALUE_STRING -> out.putFloat(ordinal, (float) notFinite(json, "float"));
      default -> throw json.refused("float");
    }
  }

  /** A decimal as a JSON number, exactly as written. */
  public static void readDecimal(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    if (!json.token().isNumeric()) {
      throw json.refused("number");
    }
    if (json.isLong()) {
      out.putUnscaled(ordinal, json.longValue(), 0);
    } else {
      out.putDecimal(ordinal, json.parser().getDecimalValue());
    }
  }

  /** A decimal as text, exactly as written. */
  public static void readDecimalText(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    if (json.token() != JsonToken.VALUE_STRING) {
      throw json.refused("decimal as text");
    }
    BigDecimal value;
    try {
      value = new BigDecimal(json.textString());
    } catch (NumberFormatException e) {
      throw json.refused("decimal");
    }
    out.putDecimal(ordinal, value);
  }

  /** A decimal as a JSON number or as text, exactly as written. */
  public static void readDecimalOrText(JsonCursor json, ColumnWriter out, int ordinal)
      throws IOException {
    if (json.token() == JsonToken.VALUE_STRING) {
      readDecimalText(json, out, ordinal);
    } else {
      readDecimal(json, out, ordinal);
    }
  }

  static long longAt(JsonCursor json, String kind) throws IOException {
    if (!json.isLong()) {
      throw json.refused(kind);
    }
    return json.longValue();
  }

  private static double exactDouble(JsonCursor json) throws IOException {
    BigDecimal written = json.parser().getDecimalValue();
    double value = written.doubleValue();
    if (Double.isInfinite(value) || new BigDecimal(value).compareTo(written) != 0) {
      throw json.refused("number that a double holds exactly");
    }
    return value;
  }

  private static double notFinite(JsonCursor json, String kind) throws IOException {
    return switch (json.textString()) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw json.refused(kind);
    };
  }
}
