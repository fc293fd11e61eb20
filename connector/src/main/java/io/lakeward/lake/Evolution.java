package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.RecordShape;
import java.io.Serializable;
import java.nio.ByteBuffer;
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
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Alters a table to what records ask for: new columns, and wider types where that is allowed. */
public final class Evolution {

  /** What a table may be altered to. */
  public enum Limit {
    /** Nothing. */
    NONE,
    /** Columns may be added. */
    ADD,
    /** Columns may be added, and types widened without loss. */
    WIDEN
  }

  /**
   * What some records ask for.
   *
   * @param shape their columns
   * @param sequence the encoded sequence of the earliest of them
   */
  public record Request(RecordShape shape, byte[] sequence) implements Serializable {}

  private final LakeTable table;
  private final Limit limit;

  /** Alters this table, up to this limit. */
  public Evolution(LakeTable table, Limit limit) {
    this.table = table;
    this.limit = limit;
  }

  /**
   * Alters the table in one commit.
   *
   * @throws LakewardException KEY_SCHEMA_DRIFT, COLUMN_TYPE_DRIFT or COLUMNS_NOT_FOUND where a
   *     request goes beyond what is allowed; the table is then as it was
   */
  public void apply(List<Request> requests) {
    List<Request> ordered = new ArrayList<>(requests);
    ordered.sort((one, other) -> Arrays.compareUnsigned(one.sequence(), other.sequence()));
    Transaction transaction = table.iceberg().newTransaction();
    for (Request request : ordered) {
      requireSameKeys(request.shape());
      apply(request, transaction);
    }
    CommitThread.run(transaction::commitTransaction);
    table.refresh();
  }

  private void apply(Request request, Transaction transaction) {
    Schema before = transaction.table().schema();
    UpdateSchema schema = transaction.updateSchema();
    Map<String, String> properties = new LinkedHashMap<>();
    for (RecordShape.Column column : request.shape().columns()) {
      NestedField existing = before.findField(column.name());
      if (table.state().intervals().containsValue(column.name())) {
        throw Schemas.reserved(column.name());
      }
      if (existing == null) {
        add(column, request.sequence(), before, schema, properties);
      } else {
        widen(existing, column, schema);
      }
    }
    schema.commit();
    UpdateProperties update = transaction.updateProperties();
    properties.forEach(update::set);
    update.commit();
  }

  private void add(
      RecordShape.Column column,
      byte[] sequence,
      Schema before,
      UpdateSchema schema,
      Map<String, String> properties) {
    if (limit == Limit.NONE) {
      throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
          .fact("table", table.name())
          .fact("column", column.name())
          .advice("set `schema_evolution: add`, or add the column to the table")
          .build();
    }
    Schemas.requireUnreserved(column.name());
    if (before.caseInsensitiveFindField(column.name()) != null) {
      throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
          .fact("table", table.name())
          .fact("column", column.name())
          .advice("rename the column in the mapping: it differs from another by case only")
          .build();
    }
    Type type = Schemas.typeOf(column);
    Optional<Literal<?>> initial = column.defaultValue().flatMap(v -> literal(v, type));
    if (initial.isPresent()) {
      schema.addColumn(column.name(), type, null, initial.get());
      schema.updateColumnDefault(column.name(), null);
      properties.put(TableState.ADDED_AT + column.name(), TableState.hex(sequence));
    } else {
      schema.addColumn(column.name(), type);
    }
    schema.moveBefore(
        column.name(), table.state().intervals().getOrDefault(Bound.START, Bookkeeping.COLUMN));
  }

  private void widen(NestedField existing, RecordShape.Column column, UpdateSchema schema) {
    Type type = Schemas.typeOf(column);
    if (Schemas.holds(existing.type(), column)) {
      return;
    }
    if (limit == Limit.WIDEN
        && existing.type().isPrimitiveType()
        && TypeUtil.isPromotionAllowed(existing.type(), type.asPrimitiveType())) {
      schema.updateColumn(column.name(), type.asPrimitiveType());
      return;
    }
    throw LakewardException.of(ErrorCode.COLUMN_TYPE_DRIFT)
        .fact("table", table.name())
        .fact("column", column.name())
        .fact("type", existing.type())
        .fact("record", type)
        .advice(
            "leave the column out with `except_column_list`, make the source's type fit, or"
                + " replicate into a new table: this version does not widen columns")
        .build();
  }

  private void requireSameKeys(RecordShape shape) {
    table.requireKeys(shape.keys());
  }

  /** Nested defaults have no literal; such a column reads null where no change wrote it. */
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
