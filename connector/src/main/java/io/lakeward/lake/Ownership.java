package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import org.apache.iceberg.Table;

/** Whose table a table is. */
final class Ownership {
  private Ownership() {}

  /**
   * What Lakeward keeps in a table of this pipeline.
   *
   * @throws LakewardException TABLE_OWNED where it is not of this pipeline
   */
  static TableState requireOf(Table table, String pipeline) {
    TableState state =
        TableState.of(table.properties())
            .orElseThrow(
                () ->
                    LakewardException.of(ErrorCode.TABLE_OWNED)
                        .fact("table", table.name())
                        .fact("owner", "none")
                        .fact("pipeline", pipeline)
                        .advice(
                            "run the pipeline, which adopts the table: Lakeward has not written it"
                                + " yet")
                        .build());
    if (!state.pipeline().equals(pipeline)) {
      throw LakewardException.of(ErrorCode.TABLE_OWNED)
          .fact("table", table.name())
          .fact("owner", state.pipeline())
          .fact("pipeline", pipeline)
          .advice("let one pipeline write a table, or name another target")
          .build();
    }
    return state;
  }
}
