package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Table;
import io.lakeward.mapping.file.Spelling;
import java.util.List;

/** The table that a command names. */
public final class NamedTable {
  private NamedTable() {}

  /**
   * The table of this target name.
   *
   * @throws LakewardException TABLE_UNKNOWN where the mapping has none
   */
  public static Table in(Mapping mapping, String target) {
    return mapping.table(target).orElseThrow(() -> unknown(mapping, target));
  }

  private static LakewardException unknown(Mapping mapping, String target) {
    List<String> known = mapping.tables().stream().map(Table::target).toList();
    String meant = Spelling.suggestion(target, known);
    return LakewardException.of(ErrorCode.TABLE_UNKNOWN)
        .fact("table", target)
        .fact("tables", known)
        .advice(meant.isEmpty() ? "name a target of the mapping" : meant)
        .build();
  }
}
