package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Resolves the mapping's SQL expressions against the columns of a change row, on the driver. */
public final class ExpressionCompiler {

  private final SparkSession spark;

  /** A compiler that knows the functions of this session. */
  public ExpressionCompiler(SparkSession spark) {
    this.spark = requireNonNull(spark, "spark");
  }

  /**
   * Resolves expressions over these columns.
   *
   * @param columns what the expressions may name; for a change row its own columns and {@code
   *     _change}
   * @throws io.lakeward.error.LakewardException COLUMNS_NOT_FOUND or EXPRESSION_INVALID with the
   *     facts {@code key} and {@code expression}
   */
  public CompiledExpressions compile(StructType columns, List<MappingExpression> expressions) {
    throw new UnsupportedOperationException("not there yet: " + spark);
  }
}
