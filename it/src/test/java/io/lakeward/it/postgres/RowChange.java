package io.lakeward.it.postgres;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A change of a row, as the source's log has it.
 *
 * @param schema the columns at that time
 * @param key the row's key; empty for a truncate
 * @param values the row after the change, by column; empty where there is none
 * @param otherKey the key the row moves to or comes from; empty where it keeps its key
 */
public record RowChange(
    Schema schema,
    Kind kind,
    LogPosition position,
    Map<String, Object> key,
    Map<String, Object> values,
    Map<String, Object> otherKey) {

  /** What happens to the row. */
  public enum Kind {
    READ("r"),
    CREATE("c"),
    UPDATE("u"),
    DELETE("d"),
    /** The delete that says under which key the row lives on. */
    MOVE_OUT("d"),
    /** The create that says under which key the row was before. */
    MOVE_IN("c"),
    TRUNCATE("t");

    private final String letter;

    Kind(String letter) {
      this.letter = letter;
    }

    String letter() {
      return letter;
    }

    boolean isDelete() {
      return letter.equals("d");
    }
  }

  public RowChange {
    key = copy(key);
    values = copy(values);
    otherKey = copy(otherKey);
  }

  RowChange at(LogPosition committed) {
    return new RowChange(schema, kind, committed, key, values, otherKey);
  }

  /** A copy that allows nulls. */
  private static Map<String, Object> copy(Map<String, Object> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
