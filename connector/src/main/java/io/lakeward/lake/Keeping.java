package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.ScdType;
import java.util.Map;

/**
 * How much of the past a table keeps. It is written into the table when that is created, and must
 * not change, since what is stored would mean something else (semantics, section 10).
 *
 * @param type the kind of history
 * @param tracked the columns, by their names in the table, whose change begins a new row of a
 *     history; a column that is added later is tracked where it is among them
 */
public record Keeping(ScdType type, Columns tracked) {

  /** The current rows alone. */
  public static final Keeping CURRENT = new Keeping(ScdType.TYPE_1, new Columns.All());

  private static final String SCD_TYPE = "lakeward.scd-type";
  private static final String TRACKED = "lakeward.tracked-columns";

  public Keeping {
    requireNonNull(type, "type");
    requireNonNull(tracked, "tracked");
  }

  /** Whether the table has a history. */
  boolean isHistory() {
    return type != ScdType.TYPE_1;
  }

  /** As properties of a table. */
  Map<String, String> properties() {
    return Map.of(SCD_TYPE, type.key(), TRACKED, text());
  }

  /**
   * Checks that a table was written like this.
   *
   * @throws LakewardException SCD_TYPE_DRIFT or TRACK_HISTORY_DRIFT where it was not
   */
  void requireOf(String table, Map<String, String> properties) {
    String storedType = properties.getOrDefault(SCD_TYPE, ScdType.TYPE_1.key());
    if (!storedType.equals(type.key())) {
      throw drift(ErrorCode.SCD_TYPE_DRIFT, "stored_as_scd_type", table, storedType, type.key());
    }
    String storedTracked = properties.getOrDefault(TRACKED, "all");
    if (!storedTracked.equals(text())) {
      throw drift(ErrorCode.TRACK_HISTORY_DRIFT, "tracked columns", table, storedTracked, text());
    }
  }

  private static LakewardException drift(
      ErrorCode code, String what, String table, String stored, String now) {
    return LakewardException.of(code)
        .fact("table", table)
        .fact("stored", stored)
        .fact("now", now)
        .advice("restore the old " + what + " in the mapping" + RefreshAdvice.orRebuild(table))
        .build();
  }

  private String text() {
    if (tracked instanceof Columns.Only only) {
      return "only " + only.names().stream().sorted().toList();
    }
    return tracked instanceof Columns.Except except
        ? "all except " + except.names().stream().sorted().toList()
        : "all";
  }
}
