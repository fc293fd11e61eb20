package io.lakeward.source.expression;

import io.lakeward.source.SourceRecord;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The struct {@code _change} of a record in expressions (mapping contract, "The change row"): where
 * the record lies in Kafka, and behind that what its envelope says. Fields that no expression reads
 * stay null. Key and header values are text; {@code cast(_change.key as binary)} gives back their
 * bytes. Of headers of one name the last counts. Reused for each record.
 */
public final class ChangeFields {

  /** The column's name. */
  public static final String NAME = "_change";

  /** The fields that every record has. */
  private static final StructType OF_RECORD =
      new StructType()
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("timestamp", DataTypes.TimestampType)
          .add("key", DataTypes.StringType)
          .add("headers", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType));

  /** The column's type for records without envelope: they have no position of their source. */
  public static final StructType PLAIN = OF_RECORD.add("position", DataTypes.NullType);

  private static final long MICROS_PER_MILLI = 1_000L;

  private final Map<UTF8String, UTF8String> headers = new LinkedHashMap<>();
  private final GenericInternalRow fields;
  private final GenericInternalRow row;
  private final boolean[] read;
  private String topic = "";

  /** The fields of such a struct that these expressions read. */
  public ChangeFields(StructType type, CompiledExpressions readers) {
    this.fields = new GenericInternalRow(type.length());
    this.row = new GenericInternalRow(new Object[] {fields, Clock.micros()});
    this.read = new boolean[type.length()];
    String[] names = type.fieldNames();
    for (int i = 0; i < read.length; i++) {
      read[i] = readers.readsChange(names[i]);
    }
  }

  /** The column's type for records whose envelope has these fields. */
  public static StructType type(StructType ofEnvelope) {
    return Arrays.stream(ofEnvelope.fields()).reduce(OF_RECORD, StructType::add, (a, b) -> b);
  }

  /** Whether an expression reads a field of the envelope, counted from its first. */
  public boolean reads(int ofEnvelope) {
    return read[OF_RECORD.length() + ofEnvelope];
  }

  /** Sets a field of the envelope, as Spark's internal value; null for none. */
  public void put(int ofEnvelope, Object value) {
    fields.update(OF_RECORD.length() + ofEnvelope, value);
  }

  /** The columns of the change row behind those of the source, for this record. */
  public InternalRow of(SourceRecord record) {
    if (read[0] && (!record.topic().equals(topic) || fields.isNullAt(0))) {
      topic = record.topic();
      fields.update(0, UTF8String.fromString(topic));
    }
    if (read[1]) {
      fields.update(1, record.partition());
    }
    if (read[2]) {
      fields.update(2, record.offset());
    }
    if (read[3]) {
      fields.update(3, Math.multiplyExact(record.timestampMillis(), MICROS_PER_MILLI));
    }
    if (read[4]) {
      fields.update(4, record.key() == null ? null : UTF8String.fromBytes(record.key()));
    }
    if (read[5]) {
      fields.update(5, headersOf(record));
    }
    return row;
  }

  private ArrayBasedMapData headersOf(SourceRecord record) {
    headers.clear();
    record
        .headers()
        .forEach(
            (name, value) ->
                headers.put(
                    UTF8String.fromString(name),
                    value == null ? null : UTF8String.fromBytes(value)));
    return new ArrayBasedMapData(
        new GenericArrayData(headers.keySet().toArray()),
        new GenericArrayData(headers.values().toArray()));
  }
}
