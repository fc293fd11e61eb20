package io.lakeward.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.change.OrderedBytes;
import io.lakeward.change.RejectReason;
import io.lakeward.change.SkipReason;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.DecodedChange.KeyChange;
import io.lakeward.source.Layout;
import io.lakeward.source.RecordDecoder;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.RecordShape;
import io.lakeward.source.SourceRecord;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The smallest envelope that can say everything: {@code op,sequence,id,a,b,linked id}, where op is
 * u, d or t; {@code ?} is a column the change does not author, and an empty linked id one that the
 * record does not know.
 */
final class CommaFormat implements RecordFormat {

  private static final RecordShape SHAPE =
      new RecordShape(
          List.of(
              new RecordShape.Column("id", DataTypes.LongType, null),
              new RecordShape.Column("a", DataTypes.StringType, null),
              new RecordShape.Column("b", DataTypes.StringType, null)),
          List.of("id"),
          DataTypes.LongType);

  @Override
  public RecordDecoder decoder(Layout layout) {
    return new Decoder(layout.isEmpty());
  }

  private static final class Decoder implements RecordDecoder {
    private final boolean unfit;
    private final OrderedColumns key =
        OrderedColumns.of(new int[] {0}, new DataType[] {DataTypes.LongType});
    private final OrderedBytes buffer = new OrderedBytes();

    Decoder(boolean unfit) {
      this.unfit = unfit;
    }

    @Override
    public Decoded decode(SourceRecord record) {
      if (record.value() == null) {
        return new Decoded.Skipped(SkipReason.TOMBSTONE);
      }
      String[] fields = new String(record.value(), UTF_8).split(",", -1);
      if (!List.of("u", "d", "t").contains(fields[0])) {
        return new Decoded.Rejected(RejectReason.UNKNOWN_OPERATION, "op=" + fields[0]);
      }
      if (fields[1].isEmpty() && fields[0].equals("t")) {
        DecodedChange change = new DecodedChange();
        change.truncate(DecodedChange.NO_SEQUENCE, InternalRow.empty());
        return new Decoded.Changes(List.of(change));
      }
      if (fields[1].isEmpty()) {
        return new Decoded.Rejected(RejectReason.NULL_SEQUENCE, "no sequence");
      }
      if (fields[2].isEmpty() && !fields[0].equals("t")) {
        return new Decoded.Rejected(RejectReason.NULL_KEY, "no key");
      }
      byte[] sequence = buffer.reset().putLong(Long.parseLong(fields[1])).toBytes();
      // Like Debezium's truncate, which has neither key nor columns to make a table of.
      if (unfit && !fields[0].equals("t")) {
        return new Decoded.Unfit(SHAPE, sequence);
      }
      return new Decoded.Changes(List.of(change(fields, sequence)));
    }

    private DecodedChange change(String[] fields, byte[] sequence) {
      DecodedChange change = new DecodedChange();
      if (fields[0].equals("t")) {
        return change.truncate(sequence, InternalRow.empty());
      }
      boolean linked = fields.length > 5;
      if (fields[0].equals("d")) {
        change.delete(sequence, keyOf(fields[2]), row(fields[2], "", ""));
        return linked ? change.linked(KeyChange.MOVED_TO, linkedKey(fields[5])) : change;
      }
      long bits = (fields[3].equals("?") ? 2 : 0) | (fields[4].equals("?") ? 4 : 0);
      change.upsert(
          sequence,
          keyOf(fields[2]),
          row(fields[2], fields[3], fields[4]),
          bits == 0 ? new long[0] : new long[] {bits});
      if (!linked) {
        return change;
      }
      return change.linked(KeyChange.MOVED_FROM, linkedKey(fields[5]));
    }

    private byte[] linkedKey(String id) {
      return id.isEmpty() ? DecodedChange.UNKNOWN_KEY : keyOf(id);
    }

    private byte[] keyOf(String id) {
      return key.encode(row(id, "", ""), buffer);
    }

    private static InternalRow row(String id, String a, String b) {
      return new GenericInternalRow(new Object[] {Long.parseLong(id), text(a), text(b)});
    }

    private static UTF8String text(String value) {
      return value.isEmpty() || value.equals("?") ? null : UTF8String.fromString(value);
    }
  }
}
