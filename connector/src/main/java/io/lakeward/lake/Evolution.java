package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.DataType;

/**
 * Alters a table to what records ask for: new columns, new fields of structs, wider numbers, up to
 * the limit of its mapping. Ids, comments and defaults of what is there stay. What goes beyond the
 * limit is not altered; the decoders say so of each record.
 */
public final class Evolution {

  /**
   * What some records ask for.
   *
   * @param shape their columns
   * @param sequence the encoded sequence of the earliest of them
   */
  public record Request(RecordShape shape, byte[] sequence) implements Serializable {}

  private final LakeTable table;
  private final EvolutionLimit limit;

  /** Alters this table, up to this limit. */
  public Evolution(LakeTable table, EvolutionLimit limit) {
    this.table = table;
    this.limit = limit;
  }

  /**
   * Alters the table in one commit.
   *
   * @throws LakewardException KEY_SCHEMA_DRIFT where records have another key; RESERVED_COLUMN_NAME
   *     where a column of theirs has a name of Lakeward's; the table is then as it was
   */
  public void apply(List<Request> requests) {
    List<Request> ordered = new ArrayList<>(requests);
    ordered.sort((one, other) -> Arrays.compareUnsigned(one.sequence(), other.sequence()));
    Transaction transaction = table.iceberg().newTransaction();
    for (Request request : ordered) {
      table.requireKeys(request.shape().keys());
      apply(request, transaction);
    }
    try {
      CommitThread.run(transaction::commitTransaction);
    } catch (CommitFailedException e) {
      // Somebody committed just now: what records ask for is found out anew, over that.
    }
    table.refresh();
  }

  private void apply(Request request, Transaction transaction) {
    Schema before = transaction.table().schema();
    UpdateSchema schema = transaction.updateSchema();
    Map<String, String> properties = new LinkedHashMap<>();
    for (RecordShape.Column column : request.shape().columns()) {
      NestedField existing = before.asStruct().field(column.name());
      if (table.state().intervals().containsValue(column.name())) {
        throw Schemas.reserved(column.name());
      }
      if (existing != null && !existing.name().equals(Bookkeeping.COLUMN)) {
        alter(existing, column, schema);
        continue;
      }
      Schemas.requireUnreserved(column.name());
      if (limit.adds() && isNew(column.name(), before)) {
        add(column, request.sequence(), schema, properties);
      }
    }
    schema.commit();
    UpdateProperties update = transaction.updateProperties();
    properties.forEach(update::set);
    update.commit();
  }

  /** A dot in a name is no path: but the table could not tell it from one. */
  private boolean isNew(String column, Schema before) {
    if (before.caseInsensitiveFindField(column) == null) {
      return true;
    }
    boolean isColumn =
        before.columns().stream().anyMatch(there -> there.name().equalsIgnoreCase(column));
    if (!isColumn) {
      throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
          .fact("table", table.name())
          .fact("column", column)
          .advice("rename the column in the mapping: a field of another column reads the same")
          .build();
    }
    return false;
  }

  private void add(
      RecordShape.Column column,
      byte[] sequence,
      UpdateSchema schema,
      Map<String, String> properties) {
    Type type = Schemas.typeOf(column);
    Optional<Literal<?>> initial = Schemas.initialDefault(column);
    if (initial.isPresent()) {
      schema.addColumn(null, column.name(), type, null, initial.get());
      schema.updateColumnDefault(column.name(), null);
      properties.put(TableState.ADDED_AT + column.name(), TableState.hex(sequence));
    } else {
      schema.addColumn(null, column.name(), type);
    }
    schema.moveBefore(
        column.name(), table.state().intervals().getOrDefault(Bound.START, Bookkeeping.COLUMN));
  }

  private void alter(NestedField existing, RecordShape.Column column, UpdateSchema schema) {
    DataType stored = SparkSchemaUtil.convert(existing.type());
    boolean isKey = table.keys().contains(existing.name());
    DataType altered =
        isKey ? limit.alteredKey(stored, column.type()) : limit.altered(stored, column.type());
    if (!altered.equals(stored)) {
      new TypeAlteration(schema).apply(existing.name(), stored, altered);
    } else if (isKey && Layout.isOtherKey(stored, column.type())) {
      throw LakewardException.of(ErrorCode.KEY_SCHEMA_DRIFT)
          .fact("table", table.name())
          .fact("column", column.name())
          .fact("stored", stored.catalogString())
          .fact("record", column.type().catalogString())
          .advice(
              "send keys of the old type, or name others with `keys` in the mapping"
                  + RefreshAdvice.orRebuild(table.name()))
          .build();
    }
  }
}
