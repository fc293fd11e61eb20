package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** What an exception says of a database that could not be read, without its secrets. */
final class JdbcFailure {

  private static final String SPARK = "org.apache.spark.sql.execution.datasources.jdbc";

  private JdbcFailure() {}

  /** The error of a place whose reading threw this. */
  static LakewardException of(String place, Secrets secrets, Throwable failure) {
    Throwable told = told(failure);
    LakewardException.Builder error =
        LakewardException.of(ErrorCode.SNAPSHOT_UNREADABLE).fact("place", place);
    Optional<RefusedRows.Refusal> refusal = RefusedRows.in(failure);
    if (refusal.isPresent()) {
      error
          .fact("column", refusal.get().place())
          .fact("problem", refusal.get().problem())
          .advice(
              "leave the column out, or read a query as `snapshot.path` that casts it, to text or"
                  + " to a type that has all its digits");
    } else {
      error.fact("problem", secrets.hiddenIn(SnapshotFailure.firstLine(told))).advice(advice(told));
    }
    return error.cause(secrets.hiddenIn(failure)).build();
  }

  /** The same, where it was reading that failed and not what is done with the rows. */
  static Optional<LakewardException> ofReading(String place, Secrets secrets, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isOfReading(cause)) {
        return Optional.of(of(place, secrets, failure));
      }
    }
    return RefusedRows.in(failure).isPresent() || SnapshotFailure.isMalformedRecord(failure)
        ? Optional.of(of(place, secrets, failure))
        : Optional.empty();
  }

  /** The catalog of the lake may be a database too, but it is not Spark that reads it. */
  private static boolean isOfReading(Throwable cause) {
    return cause instanceof SQLException
        && Arrays.stream(cause.getStackTrace())
            .anyMatch(frame -> frame.getClassName().startsWith(SPARK));
  }

  /** The exception that says most: the database's own, or the innermost. */
  private static Throwable told(Throwable failure) {
    Throwable told = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return cause;
      }
      told = cause;
    }
    return told;
  }

  private static String advice(Throwable told) {
    String message = String.valueOf(told.getMessage());
    if (told instanceof ClassNotFoundException || message.contains("No suitable driver")) {
      return "put the jar of the database's JDBC driver on the class path (LAKEWARD_CLASS_PATH=driver.jar,"
          + " or --jars of spark-submit), and name its class in `snapshot.options.driver`";
    }
    return "correct `snapshot` in the mapping, or make the database answer";
  }
}
