package io.lakeward.source.debezium;

import io.lakeward.change.Operation;
import io.lakeward.change.RejectReason;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.RowTarget;
import io.lakeward.row.ValueRefused;
import io.lakeward.source.ColumnFit;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.Findings;
import io.lakeward.source.Layout;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.json.FieldsReader;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.UnknownFieldException;
import java.io.IOException;
import java.util.ArrayList;
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
  private final boolean listsColumns;
  private final EnvelopeRules rules;

  private final ColumnPresence presence;

  private final JsonCursor rowCursor = new JsonCursor();
  private final DecodedChange first = new DecodedChange();
  private final DecodedChange second = new DecodedChange();
  private final Decoded one = new Decoded.Changes(List.of(first));
  private final Decoded two = new Decoded.Changes(List.of(first, second));

  /** The shape of the last record that did not fit, since many records in a row ask for one. */
  private RecordShape lastUnfit;

  private RowPlan lastUnfitPlan;
  private DataType lastSequenceType;
  private boolean lastSequenceFits;

  EnvelopeChanges(
      Layout layout,
      EnvelopeOptions options,
      Envelope envelope,
      EnvelopeRules rules,
      RecordKeys recordKeys) {
    this.layout = layout;
    this.envelope = envelope;
    this.recordKeys = recordKeys;
    this.keyNames = new KeyNames(layout, options);
    this.rowKey = new RowKey(layout);
    this.authors = new UpsertAuthors(layout, options);
    this.after = new RowTarget(layout.structType());
    this.before = new RowTarget(layout.structType());
    this.linked = new RowTarget(layout.structType());
    this.presence = new ColumnPresence(layout);
    this.rules = rules;
    this.listsColumns = options.updates() instanceof PartialUpdates.Listed;
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

  /** The columns that upserts had and lacked; a row that lists its columns may lack the others. */
  Findings findings() {
    return listsColumns ? Findings.NONE : presence.met();
  }

  /** Reads the row after the change, where it fits the layout. */
  Envelope.RowConsumer rowConsumer(Optional<RowPlan> plan) {
    if (layout.isEmpty() || plan.isEmpty() || !plan.get().readsRows()) {
      return JsonCursor::skip;
    }
    FieldsReader reader = plan.get().rows();
    return json -> {
      after.begin();
      reader.read(json, after.columns());
    };
  }

  /** The changes of the envelope that was judged last. */
  Decoded of(SourceRecord record, RowPlan plan) throws IOException {
    if (plan.unusable().isPresent()) {
      return plan.unusable().get();
    }
    Operation operation = rules.operation();
    if (operation == Operation.TRUNCATE) {
      return truncate(plan);
    }
    List<String> keyFields =
        keyNames.areMapped() && !layout.isEmpty() ? List.of() : recordKeys.names(record.key());
    boolean keysFit = plan.keysFit() && (keyNames.areMapped() || keyNames.match(keyFields));
    boolean rowsFit = operation == Operation.DELETE || (plan.rowsFit() && rules.addedFit());
    if (layout.isEmpty() || !keysFit || !rowsFit || !timesFit()) {
      return unfit(plan, keyFields);
    }
    if (operation == Operation.UPSERT) {
      requireAllowed(plan.schemaRefusal());
      requireAllowed(rules.addedRefusal());
    }
    Decoded changes =
        operation == Operation.UPSERT
            ? upsert(record, plan)
            : envelope.op() == 'd' ? delete(record, plan) : deleteAfter(record, plan);
    if (operation == Operation.UPSERT) {
      presence.take(plan.rows());
    }
    if (rules.systemSequence().length > 0) {
      first.knownAt(rules.systemSequence());
      second.knownAt(rules.systemSequence());
    }
    return changes;
  }

  private static void requireAllowed(Optional<ColumnFit.Refused> refusal) {
    if (refusal.isPresent()) {
      throw new RecordRefused(refusal.get().reason(), refusal.get().detail());
    }
  }

  /**
   * A truncate asks for no columns. Before the table exists only the mapping can say what its key
   * is, since the record has none; where it does not, the truncate stands for itself.
   */
  private Decoded truncate(RowPlan plan) {
    boolean tableKnown = !layout.isEmpty() && timesFit();
    if (!tableKnown && (keyNames.areMapped() || !layout.isEmpty())) {
      return unfit(plan, List.of());
    }
    first.truncate(rules.sequence(), onlyTimes());
    return one;
  }

  private Decoded unfit(RowPlan plan, List<String> keyFields) {
    List<RecordShape.Column> columns = columns(plan);
    List<String> keys = keyNames.of(keyFields, plan.shape());
    RecordShape shape = lastUnfit;
    if (plan != lastUnfitPlan
        || !shape.keys().equals(keys)
        || shape.sequenceType() != rules.sequenceType()) {
      shape =
          new RecordShape(columns, keys, rules.sequenceType(), rules.intervals(), plan.leftOut());
      lastUnfitPlan = plan;
      lastUnfit = shape;
    }
    return new Decoded.Unfit(shape, rules.sequence());
  }

  private List<RecordShape.Column> columns(RowPlan plan) {
    if (rules.added().isEmpty()) {
      return plan.shape();
    }
    List<RecordShape.Column> columns = new ArrayList<>(plan.shape());
    columns.addAll(rules.added());
    return columns;
  }

  /** Whether the table orders changes as this one is, and shows it if at all. */
  private boolean timesFit() {
    DataType type = rules.sequenceType();
    if (type != lastSequenceType) {
      lastSequenceType = type;
      lastSequenceFits =
          layout.sequenceType().equals(DataTypes.NullType)
              || layout.sequenceType().catalogString().equals(type.catalogString());
    }
    return lastSequenceFits && rules.intervalsFit();
  }

  private Decoded upsert(SourceRecord record, RowPlan plan) throws IOException {
    requireAfter();
    byte[] sequence = rules.sequence();
    complete(plan, sequence);
    rules.putTimes(after);
    long[] unknown = rules.putAdded(after);
    byte[] key = rowKey.of(after.row());
    authors.read(plan, after.row(), record.value(), envelope.afterStart(), unknown);
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
      if (first.keyChange() == KeyChange.NONE && rules.linkBySequence() && hasPlaceholder(plan)) {
        first.linked(KeyChange.MOVED_FROM, DecodedChange.UNKNOWN_KEY);
      }
      if (first.keyChange() == KeyChange.MOVED_FROM) {
        authors.upsertMoved(first, sequence, key, first.linkedKey());
      }
    }
    return one;
  }

  private void requireAfter() {
    if (!envelope.hasAfter()) {
      throw new RecordRefused(
          RejectReason.WRONG_ENVELOPE,
          "the operation is " + envelope.op() + ", but there is no row after it");
    }
  }

  /** Fills the columns that the row after does not have. */
  private void complete(RowPlan plan, byte[] sequence) {
    presence.begin();
    FieldsReader reader = plan.rows();
    ColumnWriter[] columns = after.columns();
    for (int i = 0; i < columns.length; i++) {
      if (!reader.saw(i) && !rules.isTime(i) && !rules.isAdded(i)) {
        fillAbsent(plan, i, sequence);
      }
    }
  }

  /** A row of nothing but the interval's columns. */
  private InternalRow onlyTimes() {
    before.begin();
    for (int i = 0; i < before.columns().length; i++) {
      if (!rules.isTime(i)) {
        before.columns()[i].putNull(i);
      }
    }
    rules.putTimes(before);
    return before.row();
  }

  private void fillAbsent(RowPlan plan, int ordinal, byte[] sequence) {
    Layout.Column column = layout.columns().get(ordinal);
    if (plan.isRequired(ordinal)) {
      throw ValueRefused.of("absent", "value, and the schema requires one").in(column.name());
    }
    boolean foreign = plan.isForeign(ordinal);
    if (!foreign) {
      presence.lacks(ordinal);
    }
    boolean gone = plan.isGone(ordinal) && !foreign;
    boolean older = gone && Arrays.compareUnsigned(sequence, column.addedAt()) < 0;
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

  /** A delete of the source: the row before has the key, or the record. */
  private Decoded delete(SourceRecord record, RowPlan plan) throws IOException {
    if (!readBefore(record, plan)) {
      begin(before);
      if (!recordKeys.read(record.key(), plan, before)) {
        throw new RecordRefused(
            RejectReason.NULL_KEY, "neither the row before nor the record key has the key");
      }
    }
    InternalRow row = before.row();
    first.delete(rules.sequence(), rowKey.of(row), row);
    link(record, plan, NEW_KEY, KeyChange.MOVED_TO);
    if (first.keyChange() == KeyChange.NONE && mayMove(record)) {
      first.linked(KeyChange.MOVED_TO, DecodedChange.UNKNOWN_KEY);
    }
    return one;
  }

  /**
   * A delete by the mapping's condition: the row after has the key. Where the row had another key
   * before, it is under neither from now on.
   */
  private Decoded deleteAfter(SourceRecord record, RowPlan plan) throws IOException {
    requireAfter();
    if (!readKey(record, plan, envelope.afterStart(), linked)) {
      throw new RecordRefused(RejectReason.NULL_KEY, "the row after does not have the key");
    }
    byte[] key = rowKey.of(linked.row());
    first.delete(rules.sequence(), key, linked.row());
    if (keyNames.areMapped() && envelope.op() == 'u' && readBefore(record, plan)) {
      byte[] oldKey = rowKey.of(before.row());
      if (!Arrays.equals(oldKey, key)) {
        second.delete(rules.sequence(), oldKey, before.row());
        return two;
      }
    }
    return one;
  }

  /** A delete moves its row where a header says so that cannot be read, or where none could say. */
  private boolean mayMove(SourceRecord record) {
    return rules.linkBySequence()
        && (record.headers().last(NEW_KEY) != null
            || (rules.leavesOutValues() && hasLongColumns && !hasDebeziumHeader(record)));
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
    return envelope.hasBefore() && readKey(record, plan, envelope.beforeStart(), before);
  }

  /** Reads the key of the row that begins there; whether it has all of it. */
  private boolean readKey(SourceRecord record, RowPlan plan, int start, RowTarget target)
      throws IOException {
    byte[] value = record.value();
    try (JsonCursor json = rowCursor.open(value, start, value.length)) {
      json.next();
      begin(target);
      plan.keys().read(json, target.columns());
    }
    return plan.sawAllKeys(plan.keys()) && !rowKey.anyNull(target.row());
  }

  private void begin(RowTarget target) {
    target.begin();
    rowKey.nullOthers(target, rules::isTime);
    rules.putTimes(target);
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
