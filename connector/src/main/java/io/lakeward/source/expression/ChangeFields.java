package io.lakeward.source.expression;

import io.lakeward.source.SourceRecord;
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
 * The struct {@code _change} of a plain record in expressions (mapping contract, "The change row").
 * Key and header values are text; {@code cast(_change.key as binary)} gives back their bytes. Of
 * headers of one name the last counts. Reused for each record.
 */
public final class ChangeFields {

  /** The column's name. */
  public static final String NAME = "_change";

  /** The column's type. Plain records have no position of their source. */
  public static final StructType TYPE =
      new StructType()
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("timestamp", DataTypes.TimestampType)
          .add("key", DataTypes.StringType)
          .add("headers", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType))
          .add("position", DataTypes.NullType);

  private static final long MICROS_PER_MILLI = 1_000L;

  private final Map<UTF8String, UTF8String> headers = new LinkedHashMap<>();
  private final GenericInternalRow fields = new GenericInternalRow(TYPE.length());
  private final GenericInternalRow row = new GenericInternalRow(new Object[] {fields});
  private String topic = "";

  /** A row of the one column, for this record. */
  public InternalRow of(SourceRecord record) {
    if (!record.topic().equals(topic) || fields.isNullAt(0)) {
      topic = record.topic();
      fields.update(0, UTF8String.fromString(topic));
    }
    fields.update(1, record.partition());
    fields.update(2, record.offset());
    fields.update(3, Math.multiplyExact(record.timestampMillis(), MICROS_PER_MILLI));
    fields.update(4, record.key() == null ? null : UTF8String.fromBytes(record.key()));
    fields.update(5, headersOf(record));
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
