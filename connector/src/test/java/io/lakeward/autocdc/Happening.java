package io.lakeward.autocdc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lakeward.autocdc.Change.Origin;
import io.lakeward.change.Position;
import java.util.List;

/**
 * A change of a table, as the tests have it.
 *
 * @param key whose row it is; empty for a truncate
 * @param otherKey the new key of a row that moves out, the old key of one that moves in
 * @param row the row of the change, see {@link PlainRows#ofChange}
 */
public record Happening(
    Kind kind,
    Position position,
    String key,
    String otherKey,
    List<String> row,
    ColumnSet unauthored) {

  /** What happens. */
  public enum Kind {
    UPSERT,
    DELETE,
    TRUNCATE,
    MOVES_OUT,
    MOVES_IN
  }

  /** The change as the fold has it. */
  Change<List<String>> change() {
    return switch (kind) {
      case UPSERT -> new Change.Upsert<>(position, row, unauthored, Origin.SAME_KEY);
      case MOVES_IN -> new Change.Upsert<>(position, row, unauthored, Origin.OLD_KEY);
      case DELETE -> new Change.Delete<>(position, row);
      case TRUNCATE -> truncate();
      case MOVES_OUT -> new Change.Move<>(position, row, otherKey.getBytes(UTF_8));
    };
  }

  Change.Truncate<List<String>> truncate() {
    return new Change.Truncate<>(position, row);
  }

  /** Whether all rows of the table go. */
  public boolean isTruncate() {
    return kind == Kind.TRUNCATE;
  }
}
