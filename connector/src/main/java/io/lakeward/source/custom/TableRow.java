package io.lakeward.source.custom;

import io.lakeward.change.OrderedBytes;
import io.lakeward.row.ColumnCopy;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.LosslessTypes;
import io.lakeward.row.OrderedColumns;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.expression.Evaluation;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.json.DeclaredTypes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A record's row brought into the layout of the table. Columns of the table that the flow does not
 * have are not authored by it. Not thread safe.
 */
final class TableRow {

  private static final int NOT_OURS = -1;

  private final Layout layout;
  private final StructType schema;
  private final int[] sources;
  private final int[] keySources;

  /** By column, the place of the expression that adds it; negative for none. */
  private final int[] added;

  /** By column, how its value is copied from the record or from its expression. */
  private final ColumnCopy[] copies;

  private final boolean fits;
  private final Optional<ColumnFit.Refused> refusal;
  private final OptionalInt start;
  private final OptionalInt systemStart;
  private final int interval;
  private final int system;
  private final RowTarget target;
  private final OrderedColumns keys;
  private final OrderedBytes buffer = new OrderedBytes();

  TableRow(Flow flow, Layout layout) {
    this.layout = layout;
    this.schema =
        (StructType) new DeclaredTypes(new JsonDialect(flow.zone())).of(flow.schema()).type();
    Map<String, Integer> places = places(flow);
    List<Layout.Column> columns = layout.columns();
    this.sources =
        columns.stream().mapToInt(c -> places.getOrDefault(c.name(), NOT_OURS)).toArray();
    this.added =
        columns.stream()
            .mapToInt(c -> flow.expressions().added().indexOf(c.name()))
            .map(i -> i < 0 ? NOT_OURS : flow.expressions().placeOfAdded(i))
            .toArray();
    this.keySources = flow.shape().keys().stream().mapToInt(places::get).toArray();
    Map<String, ColumnFit> columnFits = new LinkedHashMap<>();
    flow.shape().columns().forEach(c -> columnFits.put(c.name(), layout.fit(c.name(), c.type())));
    this.fits = fits(flow) && !columnFits.containsValue(ColumnFit.ALTERING);
    this.refusal =
        columnFits.values().stream()
            .filter(ColumnFit.Refused.class::isInstance)
            .map(ColumnFit.Refused.class::cast)
            .findFirst();
    this.start = layout.ordinalOf(Bound.START);
    this.systemStart = layout.ordinalOf(Bound.SYSTEM_START);
    this.interval = flow.expressions().placeOfInterval();
    this.system = flow.expressions().placeOf(Rule.SYSTEM_SEQUENCE_BY);
    this.copies =
        IntStream.range(0, columns.size())
            .mapToObj(i -> copyOf(i, flow, columnFits))
            .toArray(ColumnCopy[]::new);
    this.target = new RowTarget(layout.structType());
    int[] ordinals = layout.keyOrdinals();
    this.keys =
        OrderedColumns.of(
            ordinals,
            Arrays.stream(ordinals).mapToObj(i -> columns.get(i).type()).toArray(DataType[]::new));
  }

  private Map<String, Integer> places(Flow flow) {
    Map<String, Integer> places = new HashMap<>();
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      int place = i;
      flow.selection().targetOf(fields[i].name()).ifPresent(name -> places.put(name, place));
    }
    return places;
  }

  private boolean fits(Flow flow) {
    RecordShape shape = flow.shape();
    Map<String, Layout.Column> there = new HashMap<>();
    layout.columns().forEach(column -> there.put(column.name(), column));
    Set<String> tableKeys = new HashSet<>();
    layout.columns().stream().filter(Layout.Column::isKey).forEach(c -> tableKeys.add(c.name()));
    DataType sequence = layout.sequenceType();
    return shape.intervals().stream().allMatch(column -> isThere(there.get(column.name()), column))
        && tableKeys.equals(Set.copyOf(shape.keys()))
        && (sequence.equals(DataTypes.NullType)
            || sequence.catalogString().equals(shape.sequenceType().catalogString()));
  }

  private static boolean isThere(Layout.Column held, IntervalColumn asked) {
    return held != null && !held.isOfSource() && LosslessTypes.holds(held.type(), asked.type());
  }

  /** The place of the expression that is a column's value; negative for none. */
  private int expressionOf(int column) {
    if (isAt(start, column)) {
      return interval;
    }
    return isAt(systemStart, column) ? system : added[column];
  }

  private ColumnCopy copyOf(int column, Flow flow, Map<String, ColumnFit> columnFits) {
    Layout.Column held = layout.columns().get(column);
    int expression = expressionOf(column);
    if (expression < 0 && sources[column] == NOT_OURS) {
      return (from, i, out, o) -> out.putNull(o);
    }
    DataType type =
        expression < 0
            ? schema.fields()[sources[column]].dataType()
            : flow.compiled().types().get(expression);
    ColumnCopy copy = ColumnCopy.of(type, held.type());
    return columnFits.get(held.name()) instanceof ColumnFit.ByValue cast
        ? copy.because(cast.note())
        : copy;
  }

  /** The types of the record's columns. */
  StructType record() {
    return schema;
  }

  /** A bit for each column of the layout that the flow does not have, but for intervals. */
  long[] foreign() {
    BitSet bits = new BitSet();
    IntStream.range(0, sources.length)
        .filter(i -> sources[i] == NOT_OURS && added[i] == NOT_OURS)
        .filter(i -> layout.columns().get(i).isOfSource())
        .forEach(bits::set);
    return bits.toLongArray();
  }

  /** Whether the flow's records need no other table. */
  boolean fits() {
    return fits;
  }

  /** Why no upsert of the flow can be applied, if so. */
  Optional<ColumnFit.Refused> refusal() {
    return refusal;
  }

  /** Whether a key column of a record's row is null. */
  boolean keyIsNull(InternalRow record) {
    for (int source : keySources) {
      if (record.isNullAt(source)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The table's row of a record's row, with nulls in the added columns; reused.
   *
   * @param input the columns that expressions see
   */
  InternalRow of(InternalRow record, InternalRow input, Evaluation evaluation) {
    target.begin();
    for (int i = 0; i < added.length; i++) {
      if (added[i] == NOT_OURS) {
        put(i, record, input, evaluation);
      } else {
        target.columns()[i].putNull(i);
      }
    }
    return target.row();
  }

  /** As {@link #of}, with the added columns. */
  InternalRow withAdded(InternalRow record, InternalRow input, Evaluation evaluation) {
    target.begin();
    for (int i = 0; i < added.length; i++) {
      if (added[i] == NOT_OURS) {
        put(i, record, input, evaluation);
      } else {
        put(i, added[i], input, evaluation);
      }
    }
    return target.row();
  }

  private void put(int column, InternalRow record, InternalRow input, Evaluation evaluation) {
    int source = sources[column];
    if (isAt(start, column)) {
      put(column, interval, input, evaluation);
    } else if (isAt(systemStart, column)) {
      put(column, system, input, evaluation);
    } else if (source == NOT_OURS) {
      target.columns()[column].putNull(column);
    } else {
      copy(record, source, column);
    }
  }

  private void put(int column, int expression, InternalRow input, Evaluation evaluation) {
    copy(evaluation.value(expression, input), 0, column);
  }

  private static boolean isAt(OptionalInt wanted, int ordinal) {
    return wanted.isPresent() && wanted.getAsInt() == ordinal;
  }

  private void copy(InternalRow from, int source, int ordinal) {
    ColumnWriter out = target.columns()[ordinal];
    if (from.isNullAt(source)) {
      out.putNull(ordinal);
      return;
    }
    try {
      copies[ordinal].copy(from, source, out, ordinal);
    } catch (ValueRefused e) {
      throw e.in(layout.columns().get(ordinal).name());
    }
  }

  /** The canonical key of the row that was made last. */
  byte[] key() {
    return keys.encode(target.row(), buffer);
  }
}
