package io.lakeward.source.snapshot;

import java.sql.Types;
import java.util.Optional;

/** Columns of databases of which Spark would lose a part without a word. */
final class LossyColumns {

  private LossyColumns() {}

  /** Why a column is not read; empty where it can be. */
  static Optional<String> reason(JdbcColumn column) {
    if (column.type() == Types.TIME || column.type() == Types.TIME_WITH_TIMEZONE) {
      return Optional.of("would lose the parts of its seconds");
    } else if (column.isDecimalWithoutLimits()) {
      return Optional.of("has no limits of its digits that fit 38 of them, and would be rounded");
    }
    return Optional.empty();
  }
}
