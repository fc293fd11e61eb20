package io.lakeward.pipeline.query;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkThrowable;

/** Says in Lakeward's terms why Spark could not run a query. */
final class QueryErrors {
  private QueryErrors() {}

  /**
   * The error to show. What is wrong with the query itself is told from what failed under it.
   *
   * @param tables the tables that the query could have read
   */
  static RuntimeException translated(Exception e, List<String> tables) throws IOException {
    if (e instanceof LakewardException known) {
      return known;
    } else if (e instanceof IOException output) {
      throw output;
    }
    Optional<Throwable> said = conditionOf(e);
    if (said.isEmpty()) {
      return LakewardException.of(ErrorCode.QUERY_FAILED)
          .fact("because", firstLine(e))
          .advice("see the whole error with --verbose")
          .cause(e)
          .build();
    }
    LakewardException.Builder invalid =
        LakewardException.of(ErrorCode.QUERY_INVALID)
            .fact("because", firstLine(said.get()))
            .cause(e);
    if (firstLine(said.get()).contains("TABLE_OR_VIEW_NOT_FOUND")) {
      invalid.advice(
          tables.isEmpty()
              ? "the namespace has no tables yet: run the pipeline first"
              : "the namespace has the tables " + String.join(", ", tables));
    }
    return invalid.build();
  }

  /** The cause for which Spark has a name, and which is not a failure of its machinery. */
  private static Optional<Throwable> conditionOf(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark
          && spark.getCondition() != null
          && !spark.getCondition().startsWith("INTERNAL_ERROR")
          && !spark.getCondition().startsWith("FAILED_READ_FILE")) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).strip().lines().findFirst().orElse(e.toString());
  }
}
