package io.lakeward.source.avro;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * Values of logical types that are bytes in Avro and have no like in Connect (Apache Avro
 * specification 1.12, "Logical Types").
 */
final class LogicalValues {

  static final int UUID_BYTES = 16;
  static final int DURATION_BYTES = 12;

  /** PostgreSQL's numeric has up to 131072 digits before the point and 16383 after it. */
  private static final int LARGEST_SCALE = 150_000;

  private static final long MILLIS_PER_SECOND = 1_000L;

  private LogicalValues() {}

  /** Sixteen bytes as the text of a UUID. */
  static void writeUuid(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    ByteBuffer bytes = ByteBuffer.wrap(in.array(), in.skip(UUID_BYTES), UUID_BYTES);
    out.writeString(new UUID(bytes.getLong(), bytes.getLong()).toString());
  }

  /** Months, days and milliseconds, none of which is a number of another, as ISO text. */
  static void writeDuration(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(in.array(), in.skip(DURATION_BYTES), DURATION_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    long months = Integer.toUnsignedLong(bytes.getInt());
    long days = Integer.toUnsignedLong(bytes.getInt());
    long millis = Integer.toUnsignedLong(bytes.getInt());
    StringBuilder text = new StringBuilder("P").append(months).append('M').append(days);
    text.append("DT").append(millis / MILLIS_PER_SECOND);
    long fraction = millis % MILLIS_PER_SECOND;
    if (fraction > 0) {
      // The first of four digits gives way to the point.
      int point = text.length();
      text.append(MILLIS_PER_SECOND + fraction).setCharAt(point, '.');
    }
    out.writeString(text.append('S').toString());
  }

  /** A decimal with its own scale, as Debezium writes one. */
  static void writeVariableScaleDecimal(AvroBytes in, JsonGenerator out)
      throws AvroRefused, IOException {
    BigDecimal value = bigDecimal(in);
    out.writeStartObject();
    out.writeNumberField("scale", value.scale());
    out.writeBinaryField("value", value.unscaledValue().toByteArray());
    out.writeEndObject();
  }

  /** A decimal with its own scale, as its digits. */
  static void writeDigits(AvroBytes in, JsonGenerator out) throws AvroRefused, IOException {
    out.writeString(bigDecimal(in).toPlainString());
  }

  /** Within the bytes of the value are those of the unscaled number, and the scale. */
  private static BigDecimal bigDecimal(AvroBytes in) throws AvroRefused {
    int length = in.readLength();
    int end = in.position() + length;
    int unscaled = in.readLength();
    if (unscaled == 0) {
      throw AvroRefused.malformed("a decimal has no bytes");
    }
    BigInteger number = new BigInteger(in.array(), in.skip(unscaled), unscaled);
    int scale = in.readInt();
    if (in.position() != end || Math.abs((long) scale) > LARGEST_SCALE) {
      throw AvroRefused.malformed("a decimal of " + length + " bytes has the scale " + scale);
    }
    return new BigDecimal(number, scale);
  }
}
