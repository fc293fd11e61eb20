package io.lakeward.lake;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A row of Spark's as Iceberg's transforms read it: values in Iceberg's own form. One object for
 * all rows of a task. Not thread safe.
 */
final class IcebergRow implements StructLike {

  private final List<NestedField> fields;
  private InternalRow row;

  /** Reads rows that have these columns, in this order. */
  IcebergRow(Types.StructType type) {
    this.fields = type.fields();
  }

  /** This object, over another row. */
  IcebergRow over(InternalRow next) {
    row = next;
    return this;
  }

  @Override
  public int size() {
    return fields.size();
  }

  @Override
  public <T> T get(int place, Class<T> javaClass) {
    return row.isNullAt(place) ? null : javaClass.cast(value(place, fields.get(place).type()));
  }

  private Object value(int place, Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> row.getBoolean(place);
      case INTEGER, DATE -> row.getInt(place);
      case LONG, TIMESTAMP -> row.getLong(place);
      case FLOAT -> row.getFloat(place);
      case DOUBLE -> row.getDouble(place);
      case STRING -> row.getUTF8String(place).toString();
      case UUID -> UUID.fromString(row.getUTF8String(place).toString());
      case BINARY, FIXED -> ByteBuffer.wrap(row.getBinary(place));
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield row.getDecimal(place, decimal.precision(), decimal.scale()).toJavaBigDecimal();
      }
      case STRUCT ->
          new IcebergRow(type.asStructType())
              .over(row.getStruct(place, type.asStructType().fields().size()));
      default -> throw new IllegalStateException("Cannot partition by a column of type " + type);
    };
  }

  @Override
  public <T> void set(int place, T value) {
    throw new UnsupportedOperationException("Cannot write to a row that is read");
  }
}
