package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import java.util.regex.Pattern;
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

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  /** Printable, since the end of a text is a zero byte. */
  private static final Pattern TRANSACTION = Pattern.compile("[!-~]{1,256}");

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
    out.putPresent().putText(required(source, Field.SERVER_TRANSACTION_ID, TRANSACTION));
    out.putPresent().putLong(Long.parseLong(required(source, Field.SEQUENCE, NUMBER)));
    if (source.hasNumber(Field.MOD_NUMBER)) {
      out.putPresent().putLong(source.number(Field.MOD_NUMBER));
    } else {
      out.putNull();
    }
    out.putPresent().putLong(streamed);
  }

  private static String required(SourceBlock source, Field field, Pattern form) {
    String text = source.text(field);
    if (!form.matcher(text).matches()) {
      throw SourcePositions.missing(
          "source."
              + (field == Field.SEQUENCE ? "sequence" : "server_transaction_id")
              + (text.isEmpty() ? " is missing" : " says no place: " + text));
    }
    return text;
  }
}
