package io.lakeward.source.avro;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.avro.Schema;

/** How scalars are written in either form. */
final class Values {

  static final AvroValue TRUTH = (in, out) -> out.writeBoolean(in.readBoolean());
  static final AvroValue NUMBER = (in, out) -> out.writeNumber(in.readLong());
  static final AvroValue FLOAT = (in, out) -> out.writeNumber(in.readFloat());
  static final AvroValue DOUBLE = (in, out) -> out.writeNumber(in.readDouble());
  static final AvroValue TEXT = Values::writeText;
  static final AvroValue BASE64 = (in, out) -> writeBase64(in, in.readLength(), out);

  private Values() {}

  private static void writeText(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    int length = in.readLength();
    out.writeUTF8String(in.array(), in.skip(length), length);
  }

  /** Bytes of a fixed length. */
  static AvroValue fixedBase64(int length) {
    return (in, out) -> writeBase64(in, length, out);
  }

  private static void writeBase64(AvroBytes in, int length, JsonGenerator out)
      throws AvroRefused, IOException {
    int start = in.skip(length);
    out.writeBinary(Base64Variants.MIME_NO_LINEFEEDS, in.array(), start, length);
  }

  /** The symbols of an enum, by their place. */
  static AvroValue symbols(List<String> names) {
    SerializedString[] symbols =
        names.stream().map(SerializedString::new).toArray(SerializedString[]::new);
    return (in, out) -> {
      int place = in.readInt();
      if (place < 0 || place >= symbols.length) {
        throw AvroRefused.malformed("an enum of " + names + " has the symbol " + place);
      }
      out.writeString(symbols[place]);
    };
  }

  /** A decimal as text, which no reader rounds. */
  static AvroValue decimal(Schema schema) throws AvroRefused {
    int scale = number(schema, "scale", 0);
    boolean fixed = schema.getType() == Schema.Type.FIXED;
    int size = fixed ? schema.getFixedSize() : 0;
    return (in, out) -> {
      int length = fixed ? size : in.readLength();
      if (length == 0) {
        throw AvroRefused.malformed("a decimal has no bytes");
      }
      BigInteger unscaled = new BigInteger(in.array(), in.skip(length), length);
      out.writeString(new BigDecimal(unscaled, scale).toPlainString());
    };
  }

  /** Whether scale and precision are such as the specification asks for. */
  static boolean isDecimal(Schema schema) {
    return schema.getObjectProp("precision") instanceof Integer precision
        && (schema.getObjectProp("scale") == null
            || (schema.getObjectProp("scale") instanceof Integer scale
                && scale >= 0
                && scale <= precision));
  }

  /** A property of a schema that must be a number where it stands. */
  static int number(Schema schema, String property, int otherwise) throws AvroRefused {
    Object value = schema.getObjectProp(property);
    if (value == null) {
      return otherwise;
    } else if (value instanceof Integer number) {
      return number;
    }
    throw AvroRefused.malformed("the schema's " + property + " is no number but " + value);
  }
}
