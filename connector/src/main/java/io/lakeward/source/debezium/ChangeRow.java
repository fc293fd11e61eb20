package io.lakeward.source.debezium;

import io.lakeward.source.SourceRecord;
import io.lakeward.source.expression.ChangeFields;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.json.JsonType;
import io.lakeward.source.json.Numbers;
import io.lakeward.source.json.StructJson;
import io.lakeward.source.json.Texts;
import io.lakeward.source.json.Unavailable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The full change row of an envelope, which expressions see (mapping contract, "The change row"):
 * the columns of the source's row, those of the row before for a delete, which has no row after;
 * then {@code _change}. Read in passes of its own over the record, and only what expressions read;
 * the rest is null. A value that the source did not send is null too, and {@link #missedOf} tells.
 * Not thread safe.
 */
final class ChangeRow {

  private static final int OP = 0;
  private static final int POSITION = 1;
  private static final int SOURCE_TIME = 2;
  private static final int SOURCE = 3;
  private static final int BEFORE = 4;
  private static final int TRANSACTION = 5;
  private static final int SNAPSHOT = 6;

  private static final StructJson TRANSACTIONS =
      new StructJson(
          List.of("id", "total_order", "data_collection_order"),
          List.of(
              JsonType.scalar(DataTypes.StringType, Texts::readText),
              JsonType.scalar(DataTypes.LongType, Numbers::readLong),
              JsonType.scalar(DataTypes.LongType, Numbers::readLong)));

  /** Stands for a position that nobody can know; to read it rejects the record. */
  private static final StructType UNKNOWN_POSITION =
      new StructType().add("unknown", DataTypes.IntegerType);

  /** The one field of the source block that has a place of its own. */
  private static final StructJson SNAPSHOTS =
      new StructJson(List.of("snapshot"), List.of(SourceFields.SCALAR));

  /**
   * What the change rows of some records have.
   *
   * @param row the columns of the source's row
   * @param source the fields of the envelope's source block
   * @param positionType the type of the connector's position; a struct without values where no
   *     order is known
   * @param unavailable recognises values that the source did not send
   */
  record Schema(
      StructJson row, StructJson source, StructType positionType, Unavailable unavailable) {

    /** The columns of the change row. */
    StructType columns() {
      StructType columns = (StructType) row.type();
      return columns.add(ChangeFields.NAME, change());
    }

    private StructType change() {
      return ChangeFields.type(
          new StructType()
              .add("op", DataTypes.StringType)
              .add("position", positionType)
              .add("source_time", SourceTime.TYPE)
              .add("source", source.type())
              .add("before", row.type())
              .add("transaction", TRANSACTIONS.type())
              .add("snapshot", DataTypes.StringType));
    }

    /** The schema of rows of a connector. */
    static Schema of(
        RowSchema rows,
        StructJson source,
        Optional<SourcePosition> position,
        Unavailable unavailable) {
      return new Schema(
          new StructJson(
              rows.columns().stream().map(RowColumn::source).toList(),
              rows.columns().stream().map(RowColumn::type).toList()),
          source,
          position.map(SourcePosition::type).orElse(UNKNOWN_POSITION),
          unavailable);
    }
  }

  private final Schema schema;
  private final ObjectRow row;
  private final ObjectRow before;
  private final ObjectRow source;
  private final ObjectRow snapshot;
  private final ObjectRow transaction;
  private final boolean readsRow;
  private final ChangeFields change;
  private final JoinedRow joined = new JoinedRow();
  private long[] missed = new long[0];

  /** Rows of this schema, as far as these expressions read them. */
  ChangeRow(Schema schema, CompiledExpressions readers) {
    this.schema = schema;
    this.row = new ObjectRow(schema.row(), readers::reads, schema.unavailable());
    this.before = new ObjectRow(schema.row(), name -> true, schema.unavailable());
    this.source = new ObjectRow(schema.source(), name -> true, Unavailable.NEVER);
    this.snapshot = new ObjectRow(SNAPSHOTS, name -> true, Unavailable.NEVER);
    this.transaction = new ObjectRow(TRANSACTIONS, name -> true, Unavailable.NEVER);
    this.readsRow = schema.row().names().stream().anyMatch(readers::reads);
    this.change = new ChangeFields(schema.change(), readers);
  }

  /** Whether an expression reads the position. */
  boolean readsPosition() {
    return change.reads(POSITION);
  }

  /**
   * Reads the change row of an envelope; reused.
   *
   * @param position the encoded position, where {@link #readsPosition}
   */
  InternalRow read(SourceRecord record, Envelope envelope, byte[] position) throws IOException {
    byte[] value = record.value();
    int start = envelope.op() == 'd' ? envelope.beforeStart() : envelope.afterStart();
    InternalRow columns = readsRow && start >= 0 ? row.read(value, start) : row.absent();
    missed = row.missed();
    putOfEnvelope(envelope, position);
    if (change.reads(SOURCE)) {
      change.put(SOURCE, optional(source, value, envelope.sourceStart()));
    }
    if (change.reads(BEFORE)) {
      change.put(BEFORE, optional(before, value, envelope.beforeStart()));
    }
    if (change.reads(TRANSACTION)) {
      change.put(TRANSACTION, optional(transaction, value, envelope.transactionStart()));
    }
    if (change.reads(SNAPSHOT)) {
      InternalRow block = optional(snapshot, value, envelope.sourceStart());
      change.put(SNAPSHOT, block == null || block.isNullAt(0) ? null : block.getUTF8String(0));
    }
    return joined.apply(columns, change.of(record));
  }

  private void putOfEnvelope(Envelope envelope, byte[] position) {
    if (change.reads(OP)) {
      change.put(OP, UTF8String.fromString(envelope.opText()));
    }
    if (change.reads(POSITION)) {
      change.put(POSITION, EncodedPosition.row(position, schema.positionType()));
    }
    if (change.reads(SOURCE_TIME)) {
      SourceBlock block = envelope.source();
      change.put(SOURCE_TIME, SourceTime.isIn(block) ? SourceTime.micros(block) : null);
    }
  }

  private static InternalRow optional(ObjectRow object, byte[] record, int start)
      throws IOException {
    return start < 0 ? null : object.read(record, start);
  }

  /** A bit for each column of the row whose value the source did not send; empty for none. */
  long[] missed() {
    return missed;
  }

  /** Those of these columns whose values the source did not send. */
  Set<String> missedOf(Set<String> columns) {
    Set<String> names = new TreeSet<>();
    StructField[] fields = ((StructType) schema.row().type()).fields();
    for (int i = 0; i < fields.length; i++) {
      boolean unsent = i >> 6 < missed.length && (missed[i >> 6] & 1L << i) != 0;
      if (unsent && columns.contains(fields[i].name())) {
        names.add(fields[i].name());
      }
    }
    return names;
  }
}
