package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * SQL Server: the commit's place in the log, the change's, and the event's number, since an update
 * is two. Places are three hexadecimal numbers of fixed width, whose text is in their order; rows
 * of a snapshot have no place of a change.
 */
final class SqlServerPosition implements SourcePosition {

  private static final Pattern PLACE = Pattern.compile("[0-9a-f]{8}:[0-9a-f]{8}:[0-9a-f]{4}");

  private static final StructType TYPE =
      new StructType()
          .add("commit_lsn", DataTypes.StringType)
          .add("change_lsn", DataTypes.StringType)
          .add("event_serial_no", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("sqlserver");
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
    LogPlaces.write(source, streamed, PLACE, out);
    if (source.hasNumber(Field.EVENT_SERIAL_NO)) {
      out.putPresent().putLong(source.number(Field.EVENT_SERIAL_NO));
    } else {
      out.putNull();
    }
    out.putPresent().putLong(streamed);
  }
}
