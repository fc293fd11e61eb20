package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.Optional;
import org.apache.spark.SparkThrowable;

/** What an exception says of a snapshot that could not be read. */
final class SnapshotFailure {

  private SnapshotFailure() {}

  /** The error of a snapshot whose reading threw this. */
  static LakewardException of(String place, Throwable failure) {
    return LakewardException.of(ErrorCode.SNAPSHOT_UNREADABLE)
        .fact("place", place)
        .fact(
            "problem", String.valueOf(failure.getMessage()).strip().lines().findFirst().orElse(""))
        .advice("export the snapshot anew, or correct `snapshot` in the mapping")
        .cause(failure)
        .build();
  }

  /** The same, where it was reading files that failed and not what is done with their rows. */
  static Optional<LakewardException> ofReading(String place, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable known
          && known.getCondition() != null
          && (known.getCondition().startsWith("FAILED_READ_FILE")
              || known.getCondition().startsWith("MALFORMED_RECORD_IN_PARSING"))) {
        return Optional.of(of(place, cause));
      }
    }
    return Optional.empty();
  }
}
