package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.RecordShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The Iceberg schema of what a record asks for. */
final class Schemas {

  private Schemas() {}

  /**
   * The schema of a new table: the record's columns, those of intervals, the bookkeeping. Records
   * that come later and are older than a column have its default in it, as they had if the table
   * had been there before.
   */
  static Schema of(RecordShape shape) {
    requireUsable(shape);
    Map<String, Literal<?>> defaults = new HashMap<>();
    shape.columns().stream()
        .filter(column -> !shape.keys().contains(column.name()))
        .forEach(column -> initialDefault(column).ifPresent(v -> defaults.put(column.name(), v)));
    StructType struct = new StructType();
    for (RecordShape.Column column : shape.columns()) {
      struct = struct.add(column.name(), column.type(), !shape.keys().contains(column.name()));
    }
    for (IntervalColumn column : shape.intervals()) {
      struct = struct.add(column.name(), column.type().asNullable(), true);
    }
    struct = struct.add(Bookkeeping.COLUMN, DataTypes.BinaryType, true);
    Schema converted = SparkSchemaUtil.convert(struct);
    Set<Integer> identifiers = new HashSet<>();
    List<NestedField> columns = new ArrayList<>();
    for (NestedField field : converted.columns()) {
      boolean key = shape.keys().contains(field.name());
      columns.add(
          NestedField.from(field)
              .withDoc(field.name().equals(Bookkeeping.COLUMN) ? "bookkeeping of Lakeward" : null)
              .withInitialDefault(defaults.get(field.name()))
              .build());
      if (key && canIdentify(field.type())) {
        identifiers.add(field.fieldId());
      }
    }
    // In a history a key has many rows.
    boolean identified = shape.intervals().isEmpty() && identifiers.size() == shape.keys().size();
    return new Schema(columns, identified ? identifiers : Set.of());
  }

  /**
   * Names that begin like the bookkeeping column's are Lakeward's own; some others are Iceberg's,
   * which then cannot read the table.
   */
  static void requireUnreserved(String column) {
    String folded = column.toLowerCase(Locale.ROOT);
    if (folded.startsWith(Bookkeeping.COLUMN) || MetadataColumns.isMetadataColumn(folded)) {
      throw reserved(column);
    }
  }

  /** The error of a column that has a name of Lakeward's. */
  static LakewardException reserved(String column) {
    return LakewardException.of(ErrorCode.RESERVED_COLUMN_NAME)
        .fact("column", column)
        .advice("rename the column in the mapping")
        .build();
  }

  /** Interval columns with the types that a table can give them, for comparison. */
  static String described(List<IntervalColumn> columns) {
    return columns.stream()
        .sorted(Comparator.comparing(IntervalColumn::bound))
        .map(column -> column.name() + " " + storable(column.type()))
        .collect(Collectors.joining(", "));
  }

  /** Iceberg has fewer types than Spark: a short is kept as an int. */
  private static String storable(DataType type) {
    return SparkSchemaUtil.convert(SparkSchemaUtil.convert(type.asNullable())).catalogString();
  }

  /** The Iceberg type of a column. */
  static Type typeOf(RecordShape.Column column) {
    return SparkSchemaUtil.convert(column.type());
  }

  /** Whether each value that a column may have is one of a stored type too. */
  static boolean holds(Type stored, RecordShape.Column column) {
    Type type = typeOf(column);
    if (stored.isPrimitiveType() && type.isPrimitiveType()) {
      return stored.equals(type) || TypeUtil.isPromotionAllowed(type, stored.asPrimitiveType());
    }
    return SparkSchemaUtil.convert(stored).catalogString().equals(storable(column.type()));
  }

  private static boolean canIdentify(Type type) {
    return type.isPrimitiveType()
        && !type.equals(Types.DoubleType.get())
        && !type.equals(Types.FloatType.get());
  }

  /** Fails where records of this shape can make no table. */
  static void requireUsable(RecordShape shape) {
    if (shape.keys().isEmpty()) {
      throw LakewardException.of(ErrorCode.EMPTY_KEYS)
          .advice(
              "give `keys` in the mapping, or set message.key.columns in Debezium: the records"
                  + " have no key")
          .build();
    }
    Set<String> seen = new HashSet<>();
    for (RecordShape.Column column : shape.columns()) {
      requireUnreserved(column.name());
      if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
        throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
            .fact("column", column.name())
            .advice("rename one of the columns in the mapping: they differ by case only")
            .build();
      }
    }
    for (IntervalColumn interval : shape.intervals()) {
      if (!seen.add(interval.name().toLowerCase(Locale.ROOT))) {
        throw reserved(interval.name());
      }
    }
    shape.columns().stream()
        .filter(column -> shape.keys().contains(column.name()))
        .forEach(Schemas::requireOrder);
    for (String key : shape.keys()) {
      if (shape.columns().stream().noneMatch(column -> column.name().equals(key))) {
        throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
            .fact("keys", key)
            .fact("columns", shape.columns().stream().map(RecordShape.Column::name).toList())
            .advice("correct `keys` in the mapping")
            .build();
      }
    }
  }

  private static void requireOrder(RecordShape.Column key) {
    if (key.type()
        .existsRecursively(type -> type instanceof ArrayType || type instanceof MapType)) {
      throw LakewardException.of(ErrorCode.NON_ORDERABLE_KEY)
          .fact("column", key.name())
          .fact("type", key.type().catalogString())
          .advice("choose other `keys` in the mapping: lists and maps have no order")
          .build();
    }
  }

  /**
   * What rows have in a column that are older than it. Nested defaults have no literal; such a
   * column reads null where no change wrote it.
   */
  static Optional<Literal<?>> initialDefault(RecordShape.Column column) {
    return column.defaultValue().flatMap(value -> literal(value, typeOf(column)));
  }

  private static Optional<Literal<?>> literal(Object internal, Type type) {
    if (!type.isPrimitiveType()) {
      return Optional.empty();
    }
    Literal<?> literal;
    if (internal instanceof UTF8String text) {
      literal = Expressions.lit(text.toString());
    } else if (internal instanceof Decimal decimal) {
      literal = Expressions.lit(decimal.toJavaBigDecimal());
    } else if (internal instanceof byte[] bytes) {
      literal = Expressions.lit(ByteBuffer.wrap(bytes));
    } else {
      literal = Expressions.lit(internal);
    }
    return Optional.ofNullable(literal.to(type));
  }
}
