package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.LosslessTypes;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.RecordShape;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.DataType;

/**
 * Takes over a table that others made: it keeps its rows, which any change of their key wins over,
 * and gets what Lakeward needs of a table. All in one commit, so that it is adopted or as it was.
 */
final class Adoption {

  private static final int FORMAT_VERSION = 3;

  private final Table table;
  private final RecordShape shape;
  private final EvolutionLimit limit;

  /** The adoption of a table for records of a shape, which may alter it up to a limit. */
  Adoption(Table table, RecordShape shape, EvolutionLimit limit) {
    this.table = table;
    this.shape = shape;
    this.limit = limit;
  }

  /** Whether a table is one of others. */
  static boolean isFor(Table table) {
    return TableState.of(table.properties()).isEmpty();
  }

  /**
   * Adopts the table.
   *
   * @param properties those that it gets
   * @param emptied whether a truncate came before, so that its current rows are gone
   * @throws LakewardException where the table cannot take the records; it is then as it was
   * @throws org.apache.iceberg.exceptions.CommitFailedException where somebody else altered it at
   *     the same moment
   */
  void commit(Map<String, String> properties, boolean emptied) {
    Schemas.requireUsable(shape);
    requireOwnNames();
    requireKeys();
    Transaction transaction = table.newTransaction();
    alter(transaction.updateSchema());
    UpdateProperties update = transaction.updateProperties();
    versioned(properties).forEach(update::set);
    update.commit();
    if (emptied && shape.intervals().isEmpty()) {
      transaction.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
    }
    // A branch begins as a copy of the table's; this one begins with nothing.
    transaction
        .newDelete()
        .deleteFromRowFilter(Expressions.alwaysTrue())
        .toBranch(LakeTable.STATE_BRANCH)
        .commit();
    transaction.commitTransaction();
  }

  /** Deletion vectors need version 3, and so does a table that we write. */
  private Map<String, String> versioned(Map<String, String> properties) {
    int version = ((HasTableOperations) table).operations().current().formatVersion();
    if (version > FORMAT_VERSION) {
      throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
          .fact("table", table.name())
          .fact("format-version", version)
          .advice("name another target: this version writes tables of version 3")
          .build();
    }
    Map<String, String> all = new HashMap<>(properties);
    all.put(TableProperties.FORMAT_VERSION, String.valueOf(FORMAT_VERSION));
    return all;
  }

  private void requireOwnNames() {
    for (NestedField field : table.schema().columns()) {
      if (field.name().toLowerCase(Locale.ROOT).startsWith(Bookkeeping.COLUMN)) {
        throw LakewardException.of(ErrorCode.RESERVED_COLUMN_NAME)
            .fact("table", table.name())
            .fact("column", field.name())
            .advice("rename the column in the table: Lakeward keeps its own under such names")
            .build();
      }
    }
    shape.columns().forEach(column -> requireSameCase(column.name()));
    shape.intervals().forEach(column -> requireSameCase(column.name()));
  }

  private void requireSameCase(String column) {
    NestedField known = table.schema().caseInsensitiveFindField(column);
    if (known != null && table.schema().findField(column) == null) {
      throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
          .fact("table", table.name())
          .fact("column", column)
          .fact("stored", known.name())
          .advice("rename the column in the mapping: it differs from the table's by case only")
          .build();
    }
  }

  private void requireKeys() {
    for (RecordShape.Column column : shape.columns()) {
      if (!shape.keys().contains(column.name())) {
        continue;
      }
      NestedField stored = table.schema().asStruct().field(column.name());
      if (stored == null || !Schemas.holds(stored.type(), column)) {
        throw LakewardException.of(ErrorCode.KEY_SCHEMA_DRIFT)
            .fact("table", table.name())
            .fact("keys", shape.keys())
            .fact("column", column.name())
            .fact("stored", stored == null ? "none" : stored.type())
            .fact("record", Schemas.typeOf(column))
            .advice(
                "name key columns that the table has with `keys` in the mapping, rename them there,"
                    + " or name another target: the rows of this table cannot be told apart by"
                    + " the key of the records")
            .build();
      }
    }
  }

  private void alter(UpdateSchema schema) {
    for (NestedField field : table.schema().columns()) {
      if (!shape.keys().contains(field.name())) {
        makeOptional(field.name(), field, schema);
      }
    }
    for (RecordShape.Column column : shape.columns()) {
      fit(column, schema);
    }
    for (IntervalColumn interval : shape.intervals()) {
      fit(interval, schema);
    }
    schema.addColumn(Bookkeeping.COLUMN, Types.BinaryType.get(), "bookkeeping of Lakeward");
    if (!isIdentifiedByKeys()) {
      schema.setIdentifierFields(Set.of());
    }
    schema.commit();
  }

  /** In a history a key has many rows. */
  private boolean isIdentifiedByKeys() {
    Set<String> identifiers = new HashSet<>(table.schema().identifierFieldNames());
    return shape.intervals().isEmpty() && identifiers.equals(Set.copyOf(shape.keys()));
  }

  /** A change may leave out any column but the key, and any field of it. */
  private static void makeOptional(String name, NestedField field, UpdateSchema schema) {
    if (field.isRequired()) {
      schema.makeColumnOptional(name);
    }
    if (field.type().isMapType()) {
      NestedField value = field.type().asMapType().fields().get(1);
      makeOptional(name + "." + value.name(), value, schema);
    } else if (field.type().isNestedType()) {
      for (NestedField nested : field.type().asNestedType().fields()) {
        makeOptional(name + "." + nested.name(), nested, schema);
      }
    }
  }

  private void fit(RecordShape.Column column, UpdateSchema schema) {
    NestedField stored = table.schema().asStruct().field(column.name());
    Type type = Schemas.typeOf(column);
    if (stored == null) {
      requireAddable(column.name());
      schema.addColumn(column.name(), type);
    } else if (!Schemas.holds(stored.type(), column)) {
      DataType there = SparkSchemaUtil.convert(stored.type());
      DataType altered = limit.altered(there, column.type());
      if (!LosslessTypes.holds(altered, column.type())) {
        throw LakewardException.of(ErrorCode.COLUMN_TYPE_DRIFT)
            .fact("table", table.name())
            .fact("column", column.name())
            .fact("type", stored.type())
            .fact("record", type)
            .advice(
                "leave the column out with `except_column_list`, rename it, or name another target")
            .build();
      }
      new TypeAlteration(schema).apply(column.name(), there, altered);
    }
  }

  private void fit(IntervalColumn column, UpdateSchema schema) {
    NestedField stored = table.schema().asStruct().field(column.name());
    if (stored == null) {
      requireAddable(column.name());
      schema.addColumn(column.name(), SparkSchemaUtil.convert(column.type().asNullable()));
      return;
    }
    IntervalColumn there =
        new IntervalColumn(column.bound(), column.name(), SparkSchemaUtil.convert(stored.type()));
    String found = Schemas.described(List.of(there));
    String asked = Schemas.described(List.of(column));
    if (!found.equals(asked)) {
      throw LakewardException.of(ErrorCode.INTERVAL_DRIFT)
          .fact("table", table.name())
          .fact("stored", found)
          .fact("now", asked)
          .advice(
              "give the columns other names with start_at_column and end_at_column, or the"
                  + " table's type with interval_value")
          .build();
    }
  }

  private void requireAddable(String column) {
    if (limit == EvolutionLimit.NONE) {
      throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
          .fact("table", table.name())
          .fact("column", column)
          .advice("set `schema_evolution: add`, or add the column to the table")
          .build();
    }
  }
}
