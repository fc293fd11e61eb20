package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Oracle: the system change number of the commit, since a change is visible, and sent, when it is
 * committed; within a transaction its number there, or else its own change number and the sequence
 * of its statement (Debezium's documentation, "Debezium connector for Oracle", "Change event
 * values": {@code commit_scn}, {@code scn}, {@code ssn}, {@code txSeq}). Rows of a snapshot are of
 * the change number that the snapshot was read at, and before all that was committed at it.
 */
final class OraclePosition implements SourcePosition {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private static final StructType TYPE =
      new StructType()
          .add("commit_scn", DataTypes.LongType)
          .add("tx_seq", DataTypes.LongType)
          .add("scn", DataTypes.LongType)
          .add("ssn", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("oracle");
  }

  @Override
  public StructType type() {
    return TYPE;
  }

  /** Large objects that an update did not touch. */
  @Override
  public boolean leavesOutValues() {
    return true;
  }

  @Override
  public void write(SourceBlock source, int streamed, OrderedBytes out) {
    if (streamed == 0) {
      out.putPresent().putLong(scn(source, Field.SCN));
      out.putNull().putNull().putNull();
    } else {
      out.putPresent().putLong(scn(source, Field.COMMIT_SCN));
      putNumber(source, Field.TX_SEQ, out);
      out.putPresent().putLong(scn(source, Field.SCN));
      putNumber(source, Field.SSN, out);
    }
    out.putPresent().putLong(streamed);
  }

  private static void putNumber(SourceBlock source, Field field, OrderedBytes out) {
    if (source.hasNumber(field)) {
      out.putPresent().putLong(source.number(field));
    } else {
      out.putNull();
    }
  }

  private static long scn(SourceBlock source, Field field) {
    String text = source.text(field);
    if (!NUMBER.matcher(text).matches()) {
      throw SourcePositions.missing(
          "source."
              + (field == Field.SCN ? "scn" : "commit_scn")
              + " is no change number: "
              + text);
    }
    return Long.parseLong(text);
  }
}
