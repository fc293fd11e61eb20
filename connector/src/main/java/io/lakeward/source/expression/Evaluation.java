package io.lakeward.source.expression;

import io.lakeward.source.expression.CompiledExpressions.Entry;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;

/** Evaluates compiled expressions by generated code. Not thread safe. */
public final class Evaluation {

  private final Entry[] entries;
  private final UnsafeProjection[] projections;

  Evaluation(Entry[] entries) {
    this.entries = entries;
    this.projections =
        Arrays.stream(entries)
            .map(CompiledExpressions::projection)
            .toArray(UnsafeProjection[]::new);
  }

  /**
   * Evaluates one expression.
   *
   * @param index its place in the order in which they were given
   * @param input a row of the columns that they were compiled for
   * @return a row of one column, valid until the expression is evaluated again
   * @throws EvaluationFailed where the expression cannot be evaluated on this row
   */
  public InternalRow value(int index, InternalRow input) {
    try {
      return projections[index].apply(input);
    } catch (RuntimeException e) {
      throw new EvaluationFailed(entries[index].source().key(), e);
    }
  }

  /** Whether a condition is true; null is false. */
  public boolean isTrue(int index, InternalRow input) {
    InternalRow value = value(index, input);
    return !value.isNullAt(0) && value.getBoolean(0);
  }
}
