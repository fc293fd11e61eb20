package io.lakeward.lake;

import io.lakeward.autocdc.BitemporalFold;
import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Fold;
import io.lakeward.autocdc.Type1Fold;
import io.lakeward.autocdc.Type2Fold;
import io.lakeward.change.Position;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** How the keys of a batch are folded, with what holds for all of them. */
sealed interface FoldPlan extends Serializable {

  /** The fold over rows. */
  Fold<InternalRow> over(SparkRows rows);

  /** Whether every key of the table is folded, and not only those with changes. */
  boolean touchesEveryKey();

  /** Whether all changes of a key are kept. Their fold compares rows, which so must be read. */
  boolean isHistory();

  /**
   * The current rows.
   *
   * @param floor the highest truncate known, encoded; empty for none
   */
  record Current(byte[] floor) implements FoldPlan {
    @Override
    public Fold<InternalRow> over(SparkRows rows) {
      return new Type1Fold<>(rows, Position.of(floor));
    }

    @Override
    public boolean touchesEveryKey() {
      return floor.length > 0;
    }

    @Override
    public boolean isHistory() {
      return false;
    }
  }

  /**
   * A history.
   *
   * @param truncates all truncates known
   * @param touchesEveryKey whether one of them is new
   */
  record Versions(List<TruncateMark> truncates, boolean touchesEveryKey) implements FoldPlan {
    public Versions {
      truncates = List.copyOf(truncates);
    }

    @Override
    public Fold<InternalRow> over(SparkRows rows) {
      return new Type2Fold<>(
          rows,
          truncates.stream()
              .map(mark -> new Change.Truncate<>(mark.position(), rows.ofStart(mark.startRow())))
              .toList());
    }

    @Override
    public boolean isHistory() {
      return true;
    }
  }

  /** A history in two times. */
  record Beliefs() implements FoldPlan {
    @Override
    public Fold<InternalRow> over(SparkRows rows) {
      return new BitemporalFold<>(rows);
    }

    @Override
    public boolean touchesEveryKey() {
      return false;
    }

    @Override
    public boolean isHistory() {
      return true;
    }
  }
}
