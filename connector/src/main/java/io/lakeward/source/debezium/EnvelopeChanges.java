package io.lakeward.source.debezium;

import io.lakeward.change.RejectReason;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.UnknownFieldException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * Makes changes of envelopes (semantics, section 3): upserts of the row after, deletes by the key
 * of the row before or of the record, truncates; and where the mapping's key changed, both. Objects
 * are reused for each record.
 */
final class EnvelopeChanges {

  private static final String HEADER_PREFIX = "__debezium.";
  private static final String NEW_KEY = HEADER_PREFIX + "newkey";
  private static final String OLD_KEY = HEADER_PREFIX + "oldkey";

  private final Layout layout;
  private final Envelope envelope;
  private final RecordKeys recordKeys;
  private final KeyNames keyNames;
  private final RowKey rowKey;
  private final UpsertAuthors authors;
  private final RowTarget after;
  private final RowTarget before;
  private final RowTarget linked;
  private final boolean hasLongColumns;
  private final SourceTime sourceTime;
  private final List<IntervalColumn> intervals;
  private final JsonCursor beforeCursor = new JsonCursor();
  private final DecodedChange first = new DecodedChange();
  private final DecodedChange second = new DecodedChange();
  private final Decoded one = new Decoded.Changes(List.of(first));
  private final Decoded two = new Decoded.Changes(List.of(first, second));

  /** The shape of the last record that did not fit, since many records in a row ask for one. */
  private RecordShape lastUnfit;

  private RowPlan lastUnfitPlan;
  private SourcePosition lastPosition;
  private boolean lastPositionFits;
  private int afterStart;

  EnvelopeChanges(
      Layout layout, EnvelopeOptions options, Envelope envelope, RecordKeys recordKeys) {
    this.layout = layout;
    this.envelope = envelope;
    this.recordKeys = recordKeys;
    this.keyNames = new KeyNames(layout, options);
    this.rowKey = new RowKey(layout);
    this.authors = new UpsertAuthors(layout, options);
    this.after = new RowTarget(layout.structType());
    this.before = new RowTarget(layout.structType());
    this.linked = new RowTarget(layout.structType());
    this.sourceTime = new SourceTime(layout);
    this.intervals = options.intervalColumns();
    this.hasLongColumns = layout.columns().stream().anyMatch(EnvelopeChanges::mayBeLong);
  }

  /** Whether values of a column may be so long that the source stores them apart (TOAST). */
  private static boolean mayBeLong(Layout.Column column) {
    DataType type = column.type();
    return !column.isKey()
        && (type instanceof StringType
            || type instanceof BinaryType
            || type instanceof ArrayType
            || type instanceof MapType
            || type instanceof StructType);
  }

  /** Reads the row after the change, where it fits the layout. */
  Envelope.RowConsumer rowConsumer(Optional<RowPlan> plan) {
    if (layout.isEmpty() || plan.isEmpty() || !plan.get().rowsFit()) {
      return JsonCursor::skip;
    }
    FieldsReader reader = plan.get().rows();
    return json -> {
      afterStart = json.tokenStart();
      after.begin();
      reader.read(json, after.columns());
    };
  }

  /** The changes of the envelope that was read last. */
  Decoded of(SourceRecord record, RowPlan plan, SourcePosition position, byte[] sequence)
      throws IOException {
    if (plan.ambiguity().isPresent()) {
      throw new RecordRefused(RejectReason.COLUMNS_AMBIGUOUS, plan.ambiguity().get());
    }
    char op = envelope.op();
    if (op == 't') {
      return truncate(plan, position, sequence);
    }
    List<String> keyFields =
        keyNames.areMapped() && !layout.isEmpty() ? List.of() : recordKeys.names(record.key());
    boolean keysFit = plan.keysFit() && (keyNames.areMapped() || keyNames.match(keyFields));
    boolean fits = keysFit && (op == 'd' || plan.rowsFit()) && sequenceFits(position);
    if (layout.isEmpty() || !fits) {
      return unfit(plan, keyFields, position, sequence);
    }
    return op == 'd' ? delete(record, plan, position, sequence) : upsert(record, plan, sequence);
  }

  /**
   * A truncate asks for no columns. Before the table exists only the mapping can say what its key
   * is, since the record has none; where it does not, the truncate stands for itself.
   */
  private Decoded truncate(RowPlan plan, SourcePosition position, byte[] sequence) {
    boolean tableKnown = !layout.isEmpty() && sequenceFits(position);
    if (!tableKnown && (keyNames.areMapped() || !layout.isEmpty())) {
      return unfit(plan, List.of(), position, sequence);
    }
    first.truncate(sequence, onlyTimes());
    return one;
  }

  private Decoded unfit(
      RowPlan plan, List<String> keyFields, SourcePosition position, byte[] sequence) {
    List<String> keys = keyNames.of(keyFields, plan.shape());
    RecordShape shape = lastUnfit;
    if (plan != lastUnfitPlan
        || !shape.keys().equals(keys)
        || shape.sequenceType() != position.type()) {
      shape = new RecordShape(plan.shape(), keys, position.type(), intervals);
      lastUnfitPlan = plan;
      lastUnfit = shape;
    }
    return new Decoded.Unfit(shape, sequence);
  }

  private boolean sequenceFits(SourcePosition position) {
    if (position != lastPosition) {
      lastPosition = position;
      lastPositionFits =
          layout.sequenceType().equals(DataTypes.NullType)
              || layout.sequenceType().catalogString().equals(position.type().catalogString());
    }
    return lastPositionFits;
  }

  private Decoded upsert(SourceRecord record, RowPlan plan, byte[] sequence) throws IOException {
    if (!envelope.hasAfter()) {
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          "the operation is " + envelope.op() + ", but there is no row after it");
    }
    complete(plan, sequence);
    byte[] key = rowKey.of(after.row());
    authors.read(plan, after.row(), record.value(), afterStart);
    if (keyNames.areMapped() && envelope.op() == 'u' && readBefore(record, plan)) {
      byte[] oldKey = rowKey.of(before.row());
      if (!Arrays.equals(oldKey, key)) {
        first.delete(sequence, oldKey, before.row()).linked(KeyChange.MOVED_TO, key);
        authors.upsertMoved(second, sequence, key, oldKey);
        return two;
      }
    }
    authors.upsert(first, sequence, key);
    if (envelope.op() == 'c') {
      link(record, plan, OLD_KEY, KeyChange.MOVED_FROM);
      if (first.keyChange() == KeyChange.NONE && hasPlaceholder(plan)) {
        first.linked(KeyChange.MOVED_FROM, DecodedChange.UNKNOWN_KEY);
      }
      if (first.keyChange() == KeyChange.MOVED_FROM) {
        authors.upsertMoved(first, sequence, key, first.linkedKey());
      }
    }
    return one;
  }

  /** Fills the columns that the row after does not have. */
  private void complete(RowPlan plan, byte[] sequence) {
    FieldsReader reader = plan.rows();
    ColumnWriter[] columns = after.columns();
    for (int i = 0; i < columns.length; i++) {
      if (!reader.saw(i) && !sourceTime.writes(i)) {
        fillAbsent(plan, i, sequence);
      }
    }
    sourceTime.put(envelope.source(), after);
  }

  /** A row of nothing but the interval's columns. */
  private InternalRow onlyTimes() {
    before.begin();
    for (int i = 0; i < before.columns().length; i++) {
      if (!sourceTime.writes(i)) {
        before.columns()[i].putNull(i);
      }
    }
    sourceTime.put(envelope.source(), before);
    return before.row();
  }

  private void fillAbsent(RowPlan plan, int ordinal, byte[] sequence) {
    Layout.Column column = layout.columns().get(ordinal);
    if (plan.isRequired(ordinal)) {
      throw ValueRefused.of("absent", "value, and the schema requires one").in(column.name());
    }
    boolean older = plan.isGone(ordinal) && Arrays.compareUnsigned(sequence, column.addedAt()) < 0;
    ColumnWriter writer = after.columns()[ordinal];
    if (older && column.initialDefault().isPresent()) {
      writer.putInternal(ordinal, column.initialDefault().get());
    } else {
      writer.putNull(ordinal);
    }
  }

  /** Only a create that stands for a key change comes without the values of some columns. */
  private static boolean hasPlaceholder(RowPlan plan) {
    return Arrays.stream(plan.rows().missed()).anyMatch(bits -> bits != 0);
  }

  private Decoded delete(
      SourceRecord record, RowPlan plan, SourcePosition position, byte[] sequence)
      throws IOException {
    if (!readBefore(record, plan)) {
      begin(before);
      if (!recordKeys.read(record.key(), plan, before)) {
        throw new RecordRefused(
            RejectReason.NULL_KEY, "neither the row before nor the record key has the key");
      }
    }
    InternalRow row = before.row();
    first.delete(sequence, rowKey.of(row), row);
    link(record, plan, NEW_KEY, KeyChange.MOVED_TO);
    if (position.leavesOutValues() && hasLongColumns && !hasDebeziumHeader(record)) {
      first.linked(KeyChange.MOVED_TO, DecodedChange.UNKNOWN_KEY);
    }
    return one;
  }

  /** Where Debezium's headers come through at all, a delete without the new key is a plain one. */
  private static boolean hasDebeziumHeader(SourceRecord record) {
    boolean[] found = new boolean[1];
    record.headers().forEach((name, value) -> found[0] |= name.startsWith(HEADER_PREFIX));
    return found[0];
  }

  /**
   * Reads the key of the row before; whether it has all of it. Under a replica identity that is not
   * full, columns outside of it are null there.
   */
  private boolean readBefore(SourceRecord record, RowPlan plan) throws IOException {
    if (!envelope.hasBefore()) {
      return false;
    }
    byte[] value = record.value();
    try (JsonCursor json = beforeCursor.open(value, envelope.beforeStart(), value.length)) {
      json.next();
      begin(before);
      plan.keys().read(json, before.columns());
    }
    return plan.sawAllKeys(plan.keys()) && !rowKey.anyNull(before.row());
  }

  private void begin(RowTarget target) {
    target.begin();
    rowKey.nullOthers(target, sourceTime::writes);
    sourceTime.put(envelope.source(), target);
  }

  /** A header that is not the JSON of a whole key says nothing; position and transaction may. */
  private void link(SourceRecord record, RowPlan plan, String header, KeyChange change) {
    byte[] other = record.headers().last(header);
    if (other == null) {
      return;
    }
    begin(linked);
    try {
      if (recordKeys.read(other, plan, linked) && !rowKey.anyNull(linked.row())) {
        first.linked(change, rowKey.of(linked.row()));
      }
    } catch (RecordRefused | ValueRefused | UnknownFieldException e) {
      first.linked(KeyChange.NONE, new byte[0]);
    }
  }
}
