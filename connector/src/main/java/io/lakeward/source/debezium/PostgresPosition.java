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
 * <p>A connector that was created anew knows of no commit until it has seen one. Its rows and
 * changes up to then are as new as the log itself was, so they come after all that an earlier
 * connector sent: their own place stands for the commit. A row that such a snapshot read comes
 * before any change since that place.
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
    long lsn = lsn(source, pair);
    out.putPresent().putLong(pair.hasCommit() ? pair.commit() : lsn);
    if (pair.hasCommit() || streamed == 1) {
      out.putPresent().putLong(lsn);
    } else {
      out.putNull();
    }
    out.putPresent().putLong(streamed);
  }

  private static long lsn(SourceBlock source, LsnPair pair) {
    if (source.hasNumber(Field.LSN)) {
      return source.number(Field.LSN);
    } else if (pair.hasChange()) {
      return pair.change();
    }
    throw SourcePositions.missing("neither source.lsn nor source.sequence says where it is");
  }
}
