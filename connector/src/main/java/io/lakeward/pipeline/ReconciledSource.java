package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.LakewardException;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.snapshot.DatabaseLog;
import io.lakeward.source.snapshot.Export;
import io.lakeward.source.snapshot.KeyValues;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The rows that a table is compared with.
 *
 * @param export where they are read
 * @param log the log of the database they are in; empty where they are in none and stay as they are
 * @param within a condition over the columns of the source, which all that are compared meet
 */
record ReconciledSource(Export export, Optional<DatabaseLog> log, Optional<String> within) {
  ReconciledSource {
    requireNonNull(export, "export");
    requireNonNull(log, "log");
    requireNonNull(within, "within");
  }

  /**
   * All rows that meet the condition.
   *
   * @throws LakewardException COLUMNS_NOT_FOUND or EXPRESSION_INVALID where it is none of their
   *     columns
   */
  Dataset<Row> rows() {
    Dataset<Row> rows = export.rows();
    return within
        .map(
            condition -> {
              compile(rows.sparkSession(), Rule.WITHIN, condition, rows.schema());
              return rows.filter(functions.expr(condition));
            })
        .orElse(rows);
  }

  /** Checks a condition over columns. */
  static void compile(SparkSession session, Rule rule, String condition, StructType columns) {
    FlowExpressions.builder(new ExpressionCompiler(session))
        .rule(rule, List.of(condition))
        .build()
        .compile(columns);
  }

  /**
   * The rows of some keys as they are now, whether they meet the condition or not, and maybe
   * others.
   */
  Dataset<Row> rows(KeyValues wanted) {
    return export.rows(wanted);
  }

  /** Where the log of the database ends now; empty where there is none. */
  Optional<DatabaseLog.End> logEnd() {
    return log.map(DatabaseLog::end);
  }

  /** What went wrong in reading it, if that is what an exception tells of. */
  RuntimeException explained(RuntimeException failure) {
    return failure instanceof LakewardException
        ? failure
        : export.unreadable(failure).map(RuntimeException.class::cast).orElse(failure);
  }
}
