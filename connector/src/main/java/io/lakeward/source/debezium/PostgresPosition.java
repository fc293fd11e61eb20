package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * PostgreSQL: the last commit's place in the log first, then the change's own. Rows of an
 * incremental snapshot have no {@code lsn}, and an update of a transaction that was open during
 * their chunk comes later with a lower one; the last commit orders them (semantics, section 2).
 *
 * <p>{@code source.sequence} is a JSON array inside a string: last commit and change, each a number
 * as text, or null.
 */
final class PostgresPosition implements SourcePosition {

  private static final StructType TYPE =
      new StructType()
          .add("commit_lsn", DataTypes.LongType)
          .add("lsn", DataTypes.LongType)
          .add("streamed", DataTypes.IntegerType);

  @Override
  public List<String> connectors() {
    return List.of("postgresql");
  }

  @Override
  public StructType type() {
    return TYPE;
  }

  @Override
  public boolean leavesOutValues() {
    return true;
  }

  @Override
  public void write(SourceBlock source, int streamed, OrderedBytes out) {
    LsnPair pair = source.hasText(Field.SEQUENCE) ? LsnPair.parse(source) : LsnPair.NONE;
    if (pair.hasCommit()) {
      out.putPresent().putLong(pair.commit());
    } else {
      out.putNull();
    }
    if (source.hasNumber(Field.LSN)) {
      out.putPresent().putLong(source.number(Field.LSN));
    } else if (pair.hasChange()) {
      out.putPresent().putLong(pair.change());
    } else {
      throw SourcePositions.missing("neither source.lsn nor source.sequence says where it is");
    }
    out.putPresent().putLong(streamed);
  }
}
