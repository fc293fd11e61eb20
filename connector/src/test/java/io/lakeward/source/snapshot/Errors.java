package io.lakeward.source.snapshot;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.LakewardException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The errors of snapshots. */
final class Errors {

  private Errors() {}

  /** The error that something throws. */
  static LakewardException of(ThrowingCallable something) {
    LakewardException error = catchThrowableOfType(LakewardException.class, something);
    if (error == null) {
      throw new AssertionError("it threw nothing");
    }
    return error;
  }

  /** What an export says of the failure of reading its rows. */
  static LakewardException ofReading(Export export) {
    return ofEvaluation(export, () -> export.rows().collectAsList());
  }

  /** What an export says of the failure of whatever is done with its rows. */
  static LakewardException ofEvaluation(Export export, Runnable evaluation) {
    try {
      evaluation.run();
    } catch (LakewardException e) {
      return e;
    } catch (Exception e) {
      return export.unreadable(e).orElseThrow(() -> new AssertionError("not recognised", e));
    }
    throw new AssertionError("it could be read");
  }
}
