package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.StorableType;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.mapping.file.Spelling;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import io.lakeward.source.RecordShape;
import io.lakeward.source.expression.FlowExpressions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.math.BigInt;

/** The rows of a snapshot as the mapping wants them in the table. Immutable. */
final class SnapshotRows {

  /** How much of a table's rows those of a snapshot are. */
  enum Breadth {
    /** They have every column. */
    EVERY_COLUMN,
    /** Other flows have some for themselves. */
    SOME_COLUMNS
  }

  /** A column for the table: what it is there, and how it is made of the rows. */
  private record Taken(Column value, DataType type) {}

  private final Table table;
  private final Flow flow;
  private final Dataset<Row> rows;
  private final Map<String, Taken> taken = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();

  /**
   * The rows of a snapshot of a table's flow.
   *
   * @param rows with the columns of the source
   * @param added the columns that the mapping adds
   * @throws LakewardException COLUMNS_NOT_FOUND or EXPRESSION_INVALID where the mapping speaks of
   *     what the rows do not have; SCHEMA_CHANGE_REFUSED for a type that no table has
   */
  SnapshotRows(Table table, Flow flow, Dataset<Row> rows, FlowExpressions added) {
    this.table = requireNonNull(table, "table");
    this.flow = requireNonNull(flow, "flow");
    this.rows = requireNonNull(rows, "rows");
    requireNamedColumns(rows.schema());
    Projection projection = flow.projection();
    for (StructField field : rows.schema().fields()) {
      if (projection.columns().takes(field.name())) {
        take(projection.targetOf(field.name()), quoted(field.name()), field.dataType());
      } else {
        leftOut.add(field.name());
      }
    }
    List<DataType> types =
        added.isEmpty() ? List.of() : added.compile(rows.schema().asNullable()).types();
    for (int i = 0; i < added.added().size(); i++) {
      String name = added.added().get(i);
      DataType type = types.get(added.placeOfAdded(i));
      // Spark's own type of it may be narrower.
      take(name, functions.expr(projection.add().get(name).sql()).cast(type), type);
    }
  }

  private void take(String name, Column value, DataType type) {
    DataType storable =
        StorableType.of(type)
            .orElseThrow(
                () ->
                    refused(
                        Map.of(name, "no table has columns of type " + type.catalogString()),
                        "leave it out with `except_column_list`, or cast it in a query or view"));
    requireNew(name);
    taken.put(name, new Taken(LosslessCast.of(value, type, storable), storable));
  }

  private void requireNew(String name) {
    if (taken.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
      throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
          .fact("table", table.target())
          .fact("column", name)
          .advice(
              "rename one of the columns with `rename`, leave one out with `except_column_list`, or"
                  + " call an added column otherwise; nothing of the snapshot was applied")
          .build();
    }
  }

  /** All names at once that the mapping has and the rows do not. */
  private void requireNamedColumns(StructType schema) {
    List<String> there = List.of(schema.fieldNames());
    Map<String, String> unknown = new TreeMap<>();
    note("keys", table.keys(), there, unknown);
    Columns columns = flow.projection().columns();
    if (columns instanceof Columns.Only only) {
      note("column_list", only.names(), there, unknown);
    }
    note("rename", List.copyOf(flow.projection().rename().keySet()), there, unknown);
    if (table.flows().size() == 1 && table.storedAs().tracked() instanceof Columns.Only only) {
      List<String> withAdded = new ArrayList<>(there);
      withAdded.addAll(flow.projection().add().keySet());
      note("track_history_column_list", only.names(), withAdded, unknown);
    }
    if (!unknown.isEmpty()) {
      throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
          .fact("table", table.target())
          .fact("not_found", unknown)
          .fact("columns", there)
          .advice("correct the names in the mapping, or the snapshot")
          .build();
    }
  }

  private static void note(
      String key, List<String> names, List<String> there, Map<String, String> unknown) {
    for (String name : names) {
      if (!there.contains(name)) {
        String meant = Spelling.suggestion(name, there);
        unknown.put(key + "." + name, meant.isEmpty() ? "no such column" : meant);
      }
    }
  }

  /** What the table is created or altered to. */
  RecordShape shape(DataType version) {
    List<RecordShape.Column> columns = new ArrayList<>();
    taken.forEach((name, column) -> columns.add(new RecordShape.Column(name, column.type(), null)));
    return new RecordShape(
        columns,
        table.keys().stream().map(flow.projection()::targetOf).toList(),
        version,
        table.storedAs() instanceof StoredAs.Type2 history
            ? new IntervalNames(history.interval().startAt(), history.interval().endAt())
                .columns(version)
            : List.of(),
        leftOut);
  }

  /** The key of each row, under the names of the table. */
  Dataset<Row> keys() {
    return rows.select(
        table.keys().stream()
            .map(flow.projection()::targetOf)
            .map(name -> taken.get(name).value().as(name))
            .toArray(Column[]::new));
  }

  /** How many bytes the source has, as far as Spark knows; empty where it does not. */
  OptionalLong bytes() {
    return bytes(rows);
  }

  /** How many bytes rows have, as far as Spark knows; empty where it does not. */
  static OptionalLong bytes(Dataset<Row> rows) {
    BigInt bytes = rows.queryExecution().optimizedPlan().stats().sizeInBytes();
    return bytes.isValidLong()
            && bytes.longValue() < rows.sparkSession().sessionState().conf().defaultSizeInBytes()
        ? OptionalLong.of(bytes.longValue())
        : OptionalLong.empty();
  }

  /** Whether the table has to be altered for the rows. */
  boolean alters(Layout layout) {
    return taken.entrySet().stream()
        .anyMatch(
            column ->
                layout.fit(column.getKey(), column.getValue().type())
                    instanceof ColumnFit.Altering);
  }

  /**
   * The rows with just the columns of the table, in its order and types. Those of intervals, and
   * those that the flow has nothing for, are null.
   *
   * @throws LakewardException SCHEMA_CHANGE_REFUSED where the table and the rows do not go together
   */
  Dataset<Row> fitted(Layout layout) {
    requireFit(layout);
    List<Column> selected = new ArrayList<>();
    for (Layout.Column column : layout.columns()) {
      Taken source = taken.get(column.name());
      Column value =
          source == null || !column.isOfSource()
              ? functions.lit(null).cast(column.type())
              : LosslessCast.of(source.value(), source.type(), column.type());
      selected.add(value.as(column.name()));
    }
    return rows.select(selected.toArray(Column[]::new));
  }

  /** The columns in which the rows and those of the table may differ. */
  Set<String> compared(Layout layout) {
    Set<String> names = new TreeSet<>();
    layout.columns().stream()
        .filter(column -> column.isCompared() && taken.containsKey(column.name()))
        .forEach(column -> names.add(column.name()));
    return names;
  }

  /**
   * A bit for each leaf of the table that is another flow's to say; none where the flow is the only
   * one.
   */
  long[] unauthored(Layout layout) {
    if (table.flows().size() == 1) {
      return new long[0];
    }
    BitSet bits = UnauthoredLeaves.of(layout, taken.keySet());
    bits.set(new Leaves(layout).later());
    return bits.toLongArray();
  }

  /** Which columns of the table the rows have. */
  Breadth breadth(Layout layout) {
    return layout.columns().stream()
            .allMatch(column -> !column.isOfSource() || taken.containsKey(column.name()))
        ? Breadth.EVERY_COLUMN
        : Breadth.SOME_COLUMNS;
  }

  private void requireFit(Layout layout) {
    Map<String, String> misfits = new TreeMap<>();
    taken.forEach(
        (name, column) -> {
          ColumnFit fit = layout.fit(name, column.type());
          if (fit instanceof ColumnFit.ByValue other) {
            misfits.put(name, other.note());
          } else if (fit instanceof ColumnFit.Refused refused) {
            misfits.put(name, refused.detail());
          } else if (fit instanceof ColumnFit.Altering) {
            misfits.put(name, "the table has not been altered for it");
          }
        });
    for (Layout.Column column : layout.columns()) {
      Taken source = taken.get(column.name());
      if (source != null) {
        AbsentFields.of(column.type(), source.type(), column.name())
            .forEach(field -> misfits.put(field, "the snapshot lacks it"));
      } else if (table.flows().size() == 1 && isExpected(column)) {
        misfits.put(column.name(), "the snapshot lacks it"); // else it is another flow's
      }
    }
    if (!misfits.isEmpty()) {
      throw refused(
          misfits,
          "send what the table has; where the change is meant, set `schema_evolution`, or drop the"
              + " column from the table, or build it anew with `refresh`");
    }
  }

  /** A column that the flow leaves out is not missed. */
  private boolean isExpected(Layout.Column column) {
    Projection projection = flow.projection();
    String source =
        projection.rename().entrySet().stream()
            .filter(renamed -> renamed.getValue().equals(column.name()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(column.name());
    return column.isOfSource() && projection.columns().takes(source);
  }

  private LakewardException refused(Map<String, String> columns, String advice) {
    return LakewardException.of(ErrorCode.SCHEMA_CHANGE_REFUSED)
        .fact("table", table.target())
        .fact("columns", columns)
        .advice(advice + "; nothing of the snapshot was applied")
        .build();
  }

  private static Column quoted(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }
}
