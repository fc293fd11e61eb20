package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;

/**
 * MongoDB's extended JSON: values that JSON cannot tell apart are objects of one or two fields that
 * begin with {@code $} (MongoDB Extended JSON v2, canonical and relaxed; and the strict mode of v1,
 * which writes {@code $date} as a number and {@code $binary} beside {@code $type}). A value goes
 * into a column of its own kind only: text is no date, a date at noon is no day.
 */
public final class ExtendedJson implements DeclaredTypes.Dialect {

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,400}(\\.[0-9]{1,400})?([eE][+-]?[0-9]{1,9})?");
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_MILLI = 1_000L;

  @Override
  public ValueReader wholeNumbers(long least, long most) {
    ValueReader plain = Numbers.between(least, most);
    return (json, out, ordinal) -> {
      if (json.token() != JsonToken.START_OBJECT) {
        plain.read(json, out, ordinal);
        return;
      }
      String name = Wrapped.open(json);
      if (!isWholeNumber(name)) {
        throw Wrapped.refused(name, "whole number");
      }
      long value = wholeNumber(json);
      if (value < least || value > most) {
        throw json.refused("number from " + least + " to " + most);
      }
      Wrapped.close(json);
      out.putLong(ordinal, value);
    };
  }

  @Override
  public ValueReader doubles() {
    return (json, out, ordinal) -> out.putDouble(ordinal, doubleAt(json));
  }

  /** A number of MongoDB has double precision: only those go into a float that lose nothing. */
  @Override
  public ValueReader floats() {
    return (json, out, ordinal) -> {
      double value = doubleAt(json);
      if ((float) value != value && !Double.isNaN(value)) {
        throw ValueRefused.of(value, "number that a float holds exactly");
      }
      out.putFloat(ordinal, (float) value);
    };
  }

  @Override
  public ValueReader decimals(DecimalType type) {
    return (json, out, ordinal) -> {
      if (json.token() != JsonToken.START_OBJECT) {
        Numbers.readDecimal(json, out, ordinal);
        return;
      }
      String name = Wrapped.open(json);
      if (isWholeNumber(name)) {
        out.putUnscaled(ordinal, wholeNumber(json), 0);
      } else if (name.equals("$numberDecimal") || name.equals("$numberDouble")) {
        out.putDecimal(ordinal, new BigDecimal(matched(json, NUMBER, "decimal")));
      } else {
        throw Wrapped.refused(name, "decimal");
      }
      Wrapped.close(json);
    };
  }

  /** Text as it is, and any object or array as its extended JSON. */
  @Override
  public ValueReader texts() {
    return (json, out, ordinal) -> {
      if (json.token().isStructStart()) {
        int start = json.tokenStart();
        json.skip();
        out.putText(ordinal, json.bytes(), start, json.position() - start);
      } else {
        Texts.readText(json, out, ordinal);
      }
    };
  }

  @Override
  public ValueReader binaries() {
    return BinaryJson::read;
  }

  /** A date of MongoDB is an instant: a day where it is at midnight in UTC. */
  @Override
  public ValueReader dates() {
    return (json, out, ordinal) -> {
      long micros = instant(json, "date");
      long days = Math.floorDiv(micros, MICROS_PER_DAY);
      if (Math.floorMod(micros, MICROS_PER_DAY) != 0 || (int) days != days) {
        throw ValueRefused.of(micros + " µs since 1970", "midnight in UTC");
      }
      out.putDate(ordinal, (int) days);
    };
  }

  @Override
  public ValueReader instants() {
    return (json, out, ordinal) -> out.putTimestamp(ordinal, instant(json, "timestamp"));
  }

  /** MongoDB has none. */
  @Override
  public ValueReader localTimestamps() {
    return (json, out, ordinal) -> {
      throw json.refused("timestamp of no zone; MongoDB has instants: declare TIMESTAMP");
    };
  }

  /** MongoDB has none. */
  @Override
  public Optional<JsonType> timesOfDay() {
    ValueReader none =
        (json, out, ordinal) -> {
          throw json.refused("time of day; MongoDB has none");
        };
    return Optional.of(JsonType.scalar(DataTypes.StringType, none));
  }

  @Override
  public JsonType structs(StructJson plain) {
    return new DocumentJson(plain);
  }

  @Override
  public JsonType maps(MapJson plain) {
    return new DocumentJson(plain);
  }

  private static boolean isWholeNumber(String name) {
    return name.equals("$numberLong") || name.equals("$numberInt");
  }

  private static long wholeNumber(JsonCursor json) throws IOException {
    try {
      return Long.parseLong(matched(json, WHOLE, "whole number"));
    } catch (NumberFormatException e) {
      throw json.refused("whole number of 64 bits");
    }
  }

  /** The text the cursor is at, of this form. */
  private static String matched(JsonCursor json, Pattern form, String kind) throws IOException {
    if (json.token() != JsonToken.VALUE_STRING) {
      throw json.refused(kind);
    }
    String text = json.textString();
    if (!form.matcher(text).matches()) {
      throw json.refused(kind);
    }
    return text;
  }

  private static double doubleAt(JsonCursor json) throws IOException {
    if (json.token() == JsonToken.VALUE_STRING) {
      throw json.refused("double");
    } else if (json.token() != JsonToken.START_OBJECT) {
      return Numbers.doubleAt(json);
    }
    String name = Wrapped.open(json);
    double value;
    if (name.equals("$numberDouble")) {
      value = doubleOfText(json);
    } else if (isWholeNumber(name)) {
      long whole = wholeNumber(json);
      value = whole;
      if (new BigDecimal(value).compareTo(BigDecimal.valueOf(whole)) != 0) {
        throw json.refused("number that a double holds exactly");
      }
    } else {
      throw Wrapped.refused(name, "double");
    }
    Wrapped.close(json);
    return value;
  }

  private static double doubleOfText(JsonCursor json) throws IOException {
    String text = json.token() == JsonToken.VALUE_STRING ? json.textString() : "";
    switch (text) {
      case "NaN":
        return Double.NaN;
      case "Infinity":
        return Double.POSITIVE_INFINITY;
      case "-Infinity":
        return Double.NEGATIVE_INFINITY;
      default:
        double value = Double.parseDouble(matched(json, NUMBER, "double"));
        if (Double.isInfinite(value)) {
          throw json.refused("double");
        }
        return value;
    }
  }

  /** In micros since 1970. */
  private static long instant(JsonCursor json, String kind) throws IOException {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.refused(kind + " of MongoDB ($date)");
    }
    String name = Wrapped.open(json);
    if (!name.equals("$date")) {
      throw Wrapped.refused(name, kind);
    }
    long micros;
    if (json.token() == JsonToken.VALUE_STRING) {
      micros = new IsoText(json).micros(ZoneOffset.UTC);
    } else if (json.token() == JsonToken.START_OBJECT) {
      String inner = Wrapped.open(json);
      if (!inner.equals("$numberLong")) {
        throw Wrapped.refused(inner, kind);
      }
      micros = ofMillis(json, wholeNumber(json));
      Wrapped.close(json);
    } else {
      micros = ofMillis(json, Numbers.longAt(json, kind));
    }
    Wrapped.close(json);
    return micros;
  }

  private static long ofMillis(JsonCursor json, long millis) throws IOException {
    try {
      return Math.multiplyExact(millis, MICROS_PER_MILLI);
    } catch (ArithmeticException e) {
      throw json.refused("timestamp of microseconds");
    }
  }
}
