package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;

/** What an exception says of files that could not be read. */
final class SnapshotFailure {

  private static final String READING = "FAILED_READ_FILE";
  private static final String PARSING = "MALFORMED_RECORD_IN_PARSING";

  /** How Spark's messages begin, where the exception itself did not come from a task. */
  private static final Pattern CONDITION = Pattern.compile("\\[(" + READING + "|" + PARSING + ")");

  private static final Pattern PREFIX = Pattern.compile("^(\\[[A-Z_.]+\\] |[\\w.$]+Exception: )+");

  private static final Pattern SUFFIX = Pattern.compile("\\.*( SQLSTATE: \\w{5})?$");

  private static final String ADVICE =
      "export the snapshot anew, or correct `snapshot` or `schema` in the mapping";

  private SnapshotFailure() {}

  /** The error of a snapshot whose reading threw this. */
  static LakewardException of(String place, Throwable failure) {
    LakewardException.Builder error =
        LakewardException.of(ErrorCode.SNAPSHOT_UNREADABLE).fact("place", place);
    file(failure).filter(file -> !file.equals(place)).ifPresent(file -> error.fact("file", file));
    return error
        .fact("problem", firstLine(innermost(failure)))
        .advice(ADVICE)
        .cause(failure)
        .build();
  }

  /** The same, of a problem that no exception tells. */
  static LakewardException of(String place, String problem, String advice) {
    return LakewardException.of(ErrorCode.SNAPSHOT_UNREADABLE)
        .fact("place", place)
        .fact("problem", problem)
        .advice(advice)
        .build();
  }

  /** The same, where it was reading files that failed and not what is done with their rows. */
  static Optional<LakewardException> ofReading(String place, Throwable failure) {
    Optional<RefusedRows.Refusal> refusal = RefusedRows.in(failure);
    if (refusal.isPresent()) {
      return Optional.of(refused(place, refusal.get(), failure));
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (is(cause, READING) || is(cause, PARSING)) {
        return Optional.of(of(place, cause));
      }
    }
    return CONDITION.matcher(String.valueOf(failure.getMessage())).find()
        ? Optional.of(of(place, failure))
        : Optional.empty();
  }

  private static LakewardException refused(
      String place, RefusedRows.Refusal refusal, Throwable failure) {
    return LakewardException.of(ErrorCode.SNAPSHOT_UNREADABLE)
        .fact("place", place)
        .fact("file", refusal.place())
        .fact("problem", refusal.problem())
        .advice(ADVICE)
        .cause(failure)
        .build();
  }

  /** Whether a record was not of the declared form. */
  static boolean isMalformedRecord(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (is(cause, PARSING)) {
        return true;
      }
    }
    return false;
  }

  /** The first line of a message, without the names of classes and conditions around it. */
  static String firstLine(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String line = message.strip().lines().findFirst().orElse("");
    return SUFFIX.matcher(PREFIX.matcher(line).replaceFirst("")).replaceFirst("");
  }

  private static Throwable innermost(Throwable failure) {
    Throwable innermost = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      innermost = cause.getMessage() == null ? innermost : cause;
    }
    return innermost;
  }

  private static Optional<String> file(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (is(cause, READING)) {
        return Optional.ofNullable(((SparkThrowable) cause).getMessageParameters().get("path"));
      }
    }
    return Optional.empty();
  }

  private static boolean is(Throwable failure, String condition) {
    return failure instanceof SparkThrowable known
        && known.getCondition() != null
        && known.getCondition().startsWith(condition);
  }
}
