package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.StorableType;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Table;
import io.lakeward.mapping.file.Spelling;
import io.lakeward.row.LosslessTypes;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Which columns of a source are compared with which of its table: those of the table that come from
 * the source under whatever name, but those that the mapping adds, and those that hold when a row
 * was loaded. Immutable.
 */
final class ReconciledColumns {

  private final Layout layout;
  private final StructType source;

  /** By name in the table, the name in the source. */
  private final Map<String, String> sources;

  private ReconciledColumns(Layout layout, StructType source, Map<String, String> sources) {
    this.layout = layout;
    this.source = source;
    this.sources = sources;
  }

  /**
   * The columns of a table and of a source that are compared.
   *
   * @param table what the mapping says of the table
   * @param layout its columns
   * @param source the columns of the source
   * @param ignored columns of the table that are not compared
   * @throws LakewardException COLUMNS_NOT_FOUND where the table has none of a name that is ignored;
   *     COLUMNS_NOT_COMPARABLE, with all columns that the source lacks or has in a type of which
   *     the table's has not every value
   */
  static ReconciledColumns of(Table table, Layout layout, StructType source, Set<String> ignored) {
    requireNonNull(source, "source");
    requireKnown(table, layout, ignored);
    Map<String, String> sources = new LinkedHashMap<>();
    Map<String, String> problems = new TreeMap<>();
    for (Layout.Column column : layout.columns()) {
      boolean isCompared = column.isKey() || column.isCompared();
      if (!isCompared || isAdded(table, column.name()) || ignored.contains(column.name())) {
        continue;
      }
      List<String> found =
          namesInSource(table, column.name()).stream()
              .filter(name -> source.getFieldIndex(name).isDefined())
              .toList();
      if (found.size() == 1) {
        sources.put(column.name(), found.get(0));
        misfit(column, source.apply(found.get(0)).dataType())
            .ifPresent(problem -> problems.put(column.name(), problem));
      } else {
        problems.put(
            column.name(),
            found.isEmpty() ? "the source lacks it" : "the source has it as each of " + found);
      }
    }
    if (!problems.isEmpty()) {
      throw notComparable(table, layout, source, problems);
    }
    return new ReconciledColumns(layout, source, sources);
  }

  private static void requireKnown(Table table, Layout layout, Set<String> ignored) {
    List<String> known = new ArrayList<>();
    layout.columns().stream()
        .filter(column -> column.isValue())
        .forEach(column -> known.add(column.name()));
    for (String name : ignored) {
      if (!known.contains(name)) {
        String meant = Spelling.suggestion(name, known);
        throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
            .fact("table", table.target())
            .fact("ignore_columns", name)
            .fact("columns", known)
            .advice(
                meant.isEmpty()
                    ? "name columns of the table that are not of its key, with commas between"
                    : meant)
            .build();
      }
    }
  }

  private static boolean isAdded(Table table, String column) {
    return table.flows().stream().anyMatch(flow -> flow.projection().add().containsKey(column));
  }

  /** What the table's flows may call a column; each flow has one name for it. */
  private static Set<String> namesInSource(Table table, String column) {
    Set<String> names = new LinkedHashSet<>();
    for (Flow flow : table.flows()) {
      Map<String, String> rename = flow.projection().rename();
      rename.entrySet().stream()
          .filter(renamed -> renamed.getValue().equals(column))
          .map(Map.Entry::getKey)
          .findFirst()
          .or(() -> Optional.of(column).filter(name -> !rename.containsKey(name)))
          .filter(flow.projection().columns()::takes)
          .ifPresent(names::add);
    }
    return names.isEmpty() ? Set.of(column) : names;
  }

  /** The columns of a table by their names in the source, where it has them under one. */
  static StructType namedInSource(Table table, Layout layout) {
    StructType columns = new StructType();
    for (Layout.Column column : layout.columns()) {
      Set<String> names = namesInSource(table, column.name());
      if (column.isOfSource() && !isAdded(table, column.name()) && names.size() == 1) {
        columns = columns.add(names.iterator().next(), column.type());
      }
    }
    return columns;
  }

  private static Optional<String> misfit(Layout.Column column, DataType type) {
    Optional<DataType> storable = StorableType.of(type);
    if (storable.filter(known -> LosslessTypes.holds(column.type(), known)).isEmpty()) {
      return Optional.of(
          "%s in the table, %s in the source"
              .formatted(column.type().catalogString(), type.catalogString()));
    }
    return AbsentFields.of(column.type(), storable.get(), column.name()).stream()
        .findFirst()
        .map(field -> "the source lacks " + field);
  }

  private static LakewardException notComparable(
      Table table, Layout layout, StructType source, Map<String, String> problems) {
    List<String> ignorable =
        layout.columns().stream()
            .filter(column -> !column.isKey() && problems.containsKey(column.name()))
            .map(Layout.Column::name)
            .toList();
    return LakewardException.of(ErrorCode.COLUMNS_NOT_COMPARABLE)
        .fact("table", table.target())
        .fact("columns", problems)
        .fact("source", List.of(source.fieldNames()))
        .advice(
            "cast or rename them in a query as the `path` of --against"
                + (ignorable.isEmpty()
                    ? ""
                    : ", or leave them out with --ignore-columns " + String.join(",", ignorable)))
        .build();
  }

  /** The names in the table of the columns in which rows may differ. */
  Set<String> compared() {
    return Set.copyOf(
        layout.columns().stream()
            .filter(column -> !column.isKey() && sources.containsKey(column.name()))
            .map(Layout.Column::name)
            .toList());
  }

  /** The names in the source of the key columns, in key order. */
  List<String> keysInSource() {
    return layout.columns().stream()
        .filter(Layout.Column::isKey)
        .map(column -> sources.get(column.name()))
        .toList();
  }

  /** Rows of the source with the columns of the table; null where they are not compared. */
  Dataset<Row> fitted(Dataset<Row> rows) {
    List<Column> selected = new ArrayList<>();
    for (Layout.Column column : layout.columns()) {
      selected.add(
          Optional.ofNullable(sources.get(column.name()))
              .map(name -> taken(name, column.type()))
              .orElseGet(() -> functions.lit(null).cast(column.type()))
              .as(column.name()));
    }
    return rows.select(selected.toArray(Column[]::new));
  }

  private Column taken(String name, DataType type) {
    DataType from = source.apply(name).dataType();
    DataType storable = StorableType.of(from).orElseThrow();
    Column column = functions.col("`" + name.replace("`", "``") + "`");
    return LosslessCast.of(LosslessCast.of(column, from, storable), storable, type);
  }

  /** A bit for each leaf of the table of which the source says nothing; none where it says all. */
  long[] unauthored() {
    BitSet bits = UnauthoredLeaves.of(layout, sources.keySet());
    if (!bits.isEmpty()) {
      bits.set(new Leaves(layout).later());
    }
    return bits.toLongArray();
  }

  /** The columns of the source that the mapping takes and the table does not have. */
  List<String> onlyInSource(Table table) {
    return Arrays.stream(source.fieldNames())
        .filter(name -> !sources.containsValue(name))
        .filter(
            name ->
                table.flows().stream()
                    .map(Flow::projection)
                    .anyMatch(
                        projection ->
                            projection.columns().takes(name)
                                && layout.columns().stream()
                                    .noneMatch(c -> c.name().equals(projection.targetOf(name)))))
        .toList();
  }
}
