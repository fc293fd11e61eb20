package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.snapshot.DatabaseLog;
import io.lakeward.source.snapshot.Export;
import io.lakeward.source.snapshot.KeyValues;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

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

  /** All rows that meet the condition. */
  Dataset<Row> rows() {
    Dataset<Row> rows = export.rows();
    return within.map(condition -> filtered(rows, condition)).orElse(rows);
  }

  /**
   * The rows of some keys as they are now, whether they meet the condition or not, and maybe
   * others.
   */
  Dataset<Row> rows(KeyValues wanted) {
    return export.rows(wanted);
  }

  private static Dataset<Row> filtered(Dataset<Row> rows, String condition) {
    try {
      return rows.filter(functions.expr(condition));
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
          .fact("key", "--within")
          .fact("expression", condition)
          .fact("problem", String.valueOf(e.getMessage()).strip().lines().findFirst().orElse(""))
          .advice("use a condition over columns that both the source and the table have")
          .cause(e)
          .build();
    }
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
