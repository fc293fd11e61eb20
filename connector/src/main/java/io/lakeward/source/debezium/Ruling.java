package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.error.LakewardException;
import io.lakeward.row.ColumnCopy;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.LosslessTypes;
import io.lakeward.row.OrderedColumns;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalColumn.Bound;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.expression.Evaluation;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * The expressions of a flow over the change rows of one schema and one connector, for one layout.
 * Not thread safe.
 */
final class Ruling {

  private static final long[] NOTHING = new long[0];

  private final FlowExpressions expressions;
  private final Optional<SourcePosition> position;
  private final Layout layout;
  private final CompiledExpressions compiled;
  private final Evaluation evaluation;
  private final ChangeRow changeRow;
  private final OrderedColumns[] orders;
  private final DataType sequenceType;
  private final List<IntervalColumn> intervals;
  private final List<RecordShape.Column> added;

  /** By column of the layout, the place of the expression that is its value; negative for none. */
  private final int[] timePlaces;

  private final int[] addedPlaces;

  /** By column of the layout, how the value of its expression is copied; null for none. */
  private final ColumnCopy[] copies;

  private final OptionalInt start;
  private final boolean intervalsFit;
  private final boolean addedFit;
  private final Optional<ColumnFit.Refused> addedRefusal;
  private InternalRow input = InternalRow.empty();

  /**
   * Compiles the expressions.
   *
   * @param schema what the records of the schema have
   * @param position the order of the connector; empty where none is known
   * @throws RecordRefused where they cannot be resolved over such change rows
   */
  Ruling(
      EnvelopeOptions options,
      Layout layout,
      ChangeRow.Schema schema,
      Optional<SourcePosition> position) {
    this.expressions = options.expressions();
    this.position = position;
    this.layout = layout;
    this.compiled = compiled(expressions, schema);
    this.evaluation = compiled.evaluation();
    this.changeRow = new ChangeRow(schema, compiled);
    List<DataType> types = compiled.types();
    this.orders = new OrderedColumns[types.size()];
    for (Rule rule : List.of(Rule.SEQUENCE_BY, Rule.SYSTEM_SEQUENCE_BY)) {
      if (expressions.has(rule)) {
        int place = expressions.placeOf(rule);
        orders[place] = OrderedColumns.of(new int[] {0}, new DataType[] {types.get(place)});
      }
    }
    this.sequenceType =
        expressions.has(Rule.SEQUENCE_BY)
            ? types.get(expressions.placeOf(Rule.SEQUENCE_BY))
            : schema.positionType();
    this.intervals = options.intervals().map(this::intervals).orElse(List.of());
    this.added = new ArrayList<>();
    for (int i = 0; i < expressions.added().size(); i++) {
      DataType type = types.get(expressions.placeOfAdded(i));
      added.add(new RecordShape.Column(expressions.added().get(i), type, null));
    }
    this.start = layout.ordinalOf(Bound.START);
    this.timePlaces = timePlaces();
    this.addedPlaces = addedPlaces();
    this.intervalsFit = intervals.stream().allMatch(this::isThere);
    List<ColumnFit> fits = added.stream().map(c -> layout.fit(c.name(), c.type())).toList();
    this.addedFit = !fits.contains(ColumnFit.ALTERING);
    this.addedRefusal =
        fits.stream()
            .filter(ColumnFit.Refused.class::isInstance)
            .map(ColumnFit.Refused.class::cast)
            .findFirst();
    this.copies = new ColumnCopy[timePlaces.length];
    for (int column = 0; column < copies.length; column++) {
      int place = Math.max(timePlaces[column], addedPlaces[column]);
      if (place >= 0) {
        copies[column] = copyOf(types.get(place), layout.columns().get(column));
      }
    }
  }

  private ColumnCopy copyOf(DataType type, Layout.Column held) {
    ColumnCopy copy = ColumnCopy.of(type, held.type());
    return held.isOfSource() && layout.fit(held.name(), type) instanceof ColumnFit.ByValue cast
        ? copy.because(cast.note())
        : copy;
  }

  private static CompiledExpressions compiled(
      FlowExpressions expressions, ChangeRow.Schema schema) {
    try {
      return expressions.compile(schema.columns());
    } catch (LakewardException e) {
      RejectReason reason =
          switch (e.code()) {
            case COLUMNS_NOT_FOUND -> RejectReason.COLUMN_UNKNOWN;
            case NON_ORDERABLE_SEQUENCE -> RejectReason.NON_ORDERABLE_SEQUENCE;
            default -> RejectReason.EXPRESSION_FAILED;
          };
      String problem = e.facts().getOrDefault("problem", "its type is " + e.facts().get("type"));
      throw new RecordRefused(reason, e.facts().get("key") + ": " + problem);
    }
  }

  private List<IntervalColumn> intervals(IntervalNames names) {
    int interval = expressions.placeOfInterval();
    DataType type = interval < 0 ? SourceTime.TYPE : compiled.types().get(interval);
    return expressions.has(Rule.SYSTEM_SEQUENCE_BY)
        ? names.columns(type, compiled.types().get(expressions.placeOf(Rule.SYSTEM_SEQUENCE_BY)))
        : names.columns(type);
  }

  private int[] timePlaces() {
    int[] places = noPlaces();
    start.ifPresent(column -> places[column] = expressions.placeOfInterval());
    layout
        .ordinalOf(Bound.SYSTEM_START)
        .ifPresent(column -> places[column] = expressions.placeOf(Rule.SYSTEM_SEQUENCE_BY));
    return places;
  }

  private int[] addedPlaces() {
    int[] places = noPlaces();
    for (int column = 0; column < places.length; column++) {
      int index = expressions.added().indexOf(layout.columns().get(column).name());
      places[column] = index < 0 ? -1 : expressions.placeOfAdded(index);
    }
    return places;
  }

  private int[] noPlaces() {
    int[] places = new int[layout.columns().size()];
    Arrays.fill(places, -1);
    return places;
  }

  private boolean isThere(IntervalColumn asked) {
    return layout.columns().stream()
        .anyMatch(
            held ->
                held.name().equals(asked.name())
                    && !held.isOfSource()
                    && LosslessTypes.holds(held.type(), asked.type()));
  }

  /** Whether it is for records with this order. */
  boolean isOf(Optional<SourcePosition> order) {
    return position.equals(order);
  }

  /** Whether an expression reads the position. */
  boolean readsPosition() {
    return changeRow.readsPosition();
  }

  /** Reads the change row of an envelope, over which all expressions are from now on. */
  void read(SourceRecord record, Envelope envelope, byte[] encodedPosition) throws IOException {
    input = changeRow.read(record, envelope, encodedPosition);
    if (changeRow.missed().length > 0) {
      for (Rule rule : Rule.values()) {
        if (expressions.has(rule)) {
          requireSent(expressions.placeOf(rule));
        }
      }
    }
  }

  /** What a rule says of a value that was not sent is unknown, and not what it says of a null. */
  private void requireSent(int place) {
    Set<String> unsent = changeRow.missedOf(compiled.columnsOf(place));
    if (!unsent.isEmpty()) {
      throw new RecordRefused(
          RejectReason.EXPRESSION_FAILED,
          expressions.keyAt(place) + ": the source did not send the columns " + unsent);
    }
  }

  boolean isTrue(Rule rule) {
    return evaluation.isTrue(expressions.placeOf(rule), input);
  }

  /**
   * The encoded value of a rule that orders.
   *
   * @throws RecordRefused NULL_SEQUENCE where it is null
   */
  byte[] encoded(Rule rule, OrderedBytes buffer) {
    int place = expressions.placeOf(rule);
    InternalRow value = evaluation.value(place, input);
    if (orders[place].anyNull(value)) {
      throw new RecordRefused(RejectReason.NULL_SEQUENCE, rule.key() + " is null");
    }
    return orders[place].encode(value, buffer);
  }

  /** Whether a part of an order is null in the row that was read last. */
  boolean isNull(Rule rule) {
    int place = expressions.placeOf(rule);
    return orders[place].anyNull(evaluation.value(place, input));
  }

  /** Whether an interval would show nothing for the row that was read last. */
  boolean intervalIsNull() {
    int place = expressions.placeOf(Rule.INTERVAL_VALUE);
    return place >= 0 && evaluation.value(place, input).isNullAt(0);
  }

  DataType sequenceType() {
    return sequenceType;
  }

  boolean leavesOutValues() {
    return position.isPresent() && position.get().leavesOutValues();
  }

  List<IntervalColumn> intervals() {
    return intervals;
  }

  List<RecordShape.Column> added() {
    return added;
  }

  boolean intervalsFit() {
    return intervalsFit;
  }

  boolean addedFit() {
    return addedFit;
  }

  Optional<ColumnFit.Refused> addedRefusal() {
    return addedRefusal;
  }

  boolean isTime(int ordinal) {
    return timePlaces[ordinal] >= 0 || (start.isPresent() && start.getAsInt() == ordinal);
  }

  boolean isAdded(int ordinal) {
    return addedPlaces[ordinal] >= 0;
  }

  /** Writes the interval columns that are values of expressions. */
  void putTimes(RowTarget target) {
    for (int column = 0; column < timePlaces.length; column++) {
      if (timePlaces[column] >= 0) {
        put(target, column, timePlaces[column]);
      }
    }
  }

  /** Writes the added columns; says which of them it cannot know. */
  long[] putAdded(RowTarget target) {
    BitSet unknown = new BitSet(0);
    for (int column = 0; column < addedPlaces.length; column++) {
      int place = addedPlaces[column];
      if (place < 0) {
        continue;
      } else if (changeRow.missed().length > 0
          && !changeRow.missedOf(compiled.columnsOf(place)).isEmpty()) {
        unknown.set(column);
        target.columns()[column].putNull(column);
      } else {
        put(target, column, place);
      }
    }
    return unknown.isEmpty() ? NOTHING : unknown.toLongArray();
  }

  private void put(RowTarget target, int column, int place) {
    ColumnWriter out = target.columns()[column];
    InternalRow value = evaluation.value(place, input);
    if (value.isNullAt(0)) {
      out.putNull(column);
      return;
    }
    try {
      copies[column].copy(value, 0, out, column);
    } catch (ValueRefused e) {
      throw e.in(layout.columns().get(column).name());
    }
  }
}
