package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Mapping;

/** Runs the flows of a mapping. */
public final class Pipeline {
  private Pipeline() {}

  /**
   * Runs a pipeline to its end.
   *
   * @return the exit code of the process
   */
  public static int run(Mapping mapping, RunMode mode) {
    throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
        .fact("pipeline", mapping.pipeline())
        .fact("mode", mode)
        .build();
  }
}
