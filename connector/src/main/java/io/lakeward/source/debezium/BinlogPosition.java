package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * MySQL and MariaDB: the number of the binary log's file as a number, the place in it, and the row
 * in its event (case O3).
 */
final class BinlogPosition implements SourcePosition {

  private static final int MOST_DIGITS = 18;

  private static final StructType TYPE =
      new StructType()
          .add("file", DataTypes.LongType)
          .add("pos", DataTypes.LongType)
          .add("row", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("mysql", "mariadb");
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
    if (!source.hasText(Field.FILE) || !source.hasNumber(Field.POS)) {
      throw SourcePositions.missing("source.file or source.pos is missing");
    }
    out.putPresent().putLong(fileNumber(source));
    out.putPresent().putLong(source.number(Field.POS));
    out.putPresent().putLong(source.hasNumber(Field.ROW) ? source.number(Field.ROW) : 0);
    out.putPresent().putLong(streamed);
  }

  /** The digits behind the last dot: 1000000 of {@code mysql-bin.1000000}. */
  private static long fileNumber(SourceBlock source) {
    byte[] text = source.bytes(Field.FILE);
    int start = source.offset(Field.FILE);
    int at = start + source.length(Field.FILE) - 1;
    long number = 0;
    long power = 1;
    int digits = 0;
    for (; at >= start && text[at] != '.'; at--, digits++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9 || digits >= MOST_DIGITS) {
        throw unnumbered(source);
      }
      number += digit * power;
      power *= 10;
    }
    if (digits == 0 || at < start) {
      throw unnumbered(source);
    }
    return number;
  }

  private static RecordRefused unnumbered(SourceBlock source) {
    return SourcePositions.missing("source.file has no number: " + source.text(Field.FILE));
  }
}
