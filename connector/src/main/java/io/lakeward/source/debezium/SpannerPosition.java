package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Spanner: the time of the commit, and within the transaction the record's number and the number of
 * the row in the record (Debezium's documentation, "Debezium connector for Google Cloud Spanner",
 * "create events": the commit timestamp, {@code server_transaction_id}, {@code sequence}, {@code
 * mod_number}). Transactions that changed the same columns of a row were committed at different
 * times, in that order; those of one time stand by their ids, so that their events do not mix.
 * Milliseconds would make one of several times: microseconds are needed. There are no snapshots.
 */
final class SpannerPosition implements SourcePosition {

  private static final int LONGEST_TRANSACTION_BYTES = 256;

  private static final StructType TYPE =
      new StructType()
          .add("ts_us", DataTypes.LongType)
          .add("server_transaction_id", DataTypes.StringType)
          .add("sequence", DataTypes.LongType)
          .add("mod_number", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("spanner");
  }

  @Override
  public StructType type() {
    return TYPE;
  }

  @Override
  public boolean leavesOutValues() {
    return false;
  }

  @Override
  public void write(SourceBlock source, int streamed, OrderedBytes out) {
    if (!source.hasNumber(Field.TS_US)) {
      throw SourcePositions.missing("source.ts_us is missing");
    }
    out.putPresent().putLong(source.number(Field.TS_US));
    out.putPresent().putBinary(transaction(source));
    out.putPresent().putLong(sequence(source));
    if (source.hasNumber(Field.MOD_NUMBER)) {
      out.putPresent().putLong(source.number(Field.MOD_NUMBER));
    } else {
      out.putNull();
    }
    out.putPresent().putLong(streamed);
  }

  /** Printable, since the end of a text is a zero byte. */
  private static byte[] transaction(SourceBlock source) {
    Field field = Field.SERVER_TRANSACTION_ID;
    if (!source.isTextBetween(field, '!', '~')
        || source.length(field) > LONGEST_TRANSACTION_BYTES) {
      throw missing("source.server_transaction_id", source.text(field));
    }
    int start = source.offset(field);
    return Arrays.copyOfRange(source.bytes(field), start, start + source.length(field));
  }

  private static long sequence(SourceBlock source) {
    long sequence = source.digits(Field.SEQUENCE);
    if (sequence == SourceBlock.NO_DIGITS) {
      throw missing("source.sequence", source.text(Field.SEQUENCE));
    }
    return sequence;
  }

  private static RecordRefused missing(String name, String text) {
    return SourcePositions.missing(
        name + (text.isEmpty() ? " is missing" : " says no place: " + text));
  }
}
