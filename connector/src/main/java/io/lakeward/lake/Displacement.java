package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** What a writer is told whose table is no longer the one that it opened. */
final class Displacement {
  private Displacement() {}

  /**
   * The error to throw for one of Iceberg: WRITER_FENCED where the table was dropped, or another
   * has its name now, as after a refresh; else the error itself.
   */
  static RuntimeException explained(String table, RuntimeException error) {
    boolean replaced =
        error instanceof IllegalStateException
            && String.valueOf(error.getMessage()).contains("UUID does not match");
    if (!replaced && !(error instanceof NoSuchTableException)) {
      return error;
    }
    return LakewardException.of(ErrorCode.WRITER_FENCED)
        .fact("table", table)
        .fact("reason", replaced ? "another table has its name" : "it is gone")
        .advice("run the pipeline again: the table was refreshed or dropped while this one ran")
        .cause(error)
        .build();
  }
}
