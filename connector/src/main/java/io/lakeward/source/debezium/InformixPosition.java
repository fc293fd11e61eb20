package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Informix: the commit's place in the log and the change's, as numbers, since their text has no
 * fixed width (Debezium's documentation, "Debezium connector for Informix", "create events": {@code
 * commit_lsn} and {@code change_lsn}). Of a transaction that began before another and was committed
 * after it, several changes may have one place: they stand as Kafka has them. {@code begin_lsn} is
 * where the connector would start again, which is no order. Rows of a snapshot have no place of a
 * change.
 */
final class InformixPosition implements SourcePosition {

  private static final StructType TYPE =
      new StructType()
          .add("commit_lsn", DataTypes.LongType)
          .add("change_lsn", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("informix");
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
    out.putPresent().putLong(place(source, Field.COMMIT_LSN));
    if (streamed == 1 || source.hasText(Field.CHANGE_LSN)) {
      out.putPresent().putLong(place(source, Field.CHANGE_LSN));
    } else {
      out.putNull();
    }
    out.putPresent().putLong(streamed);
  }

  private static long place(SourceBlock source, Field field) {
    long place = source.digits(field);
    if (place == SourceBlock.NO_DIGITS) {
      String name = field == Field.COMMIT_LSN ? "source.commit_lsn" : "source.change_lsn";
      String text = source.text(field);
      throw SourcePositions.missing(
          name + (text.isEmpty() ? " is missing" : " is no place in the log: " + text));
    }
    return place;
  }
}
