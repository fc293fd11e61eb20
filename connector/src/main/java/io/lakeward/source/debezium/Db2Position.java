package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Db2: the commit's place in the log and the change's, by which its connector sorts what it reads
 * (Debezium's documentation, "Debezium connector for Db2", "Change event values": {@code
 * change_lsn} and {@code commit_lsn}). Rows of a snapshot have no place of a change.
 */
final class Db2Position implements SourcePosition {

  /** Sixteen bytes; the documentation's examples have ten. */
  private static final Pattern PLACE =
      Pattern.compile("[0-9a-f]{8}:[0-9a-f]{8}:([0-9a-f]{4}|[0-9a-f]{16})");

  private static final StructType TYPE =
      new StructType()
          .add("commit_lsn", DataTypes.StringType)
          .add("change_lsn", DataTypes.StringType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("db2");
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
    out.putPresent().putLong(streamed);
  }
}
