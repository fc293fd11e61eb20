package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the names of an object's fields among known ones. Producers write fields in one order, so
 * the next known name is tried first, by its bytes; only a surprise is looked up.
 */
public final class FieldNames {

  /** There is no further field. */
  public static final int END = -1;

  /** A field of an unknown name; the cursor is at it. */
  public static final int UNKNOWN = -2;

  private final SerializedString[] expected;
  private final Map<String, Integer> places = new HashMap<>();

  /** Knows these names. */
  public FieldNames(List<String> names) {
    this.expected = names.stream().map(SerializedString::new).toArray(SerializedString[]::new);
    for (int i = 0; i < expected.length; i++) {
      places.put(names.get(i), i);
    }
  }

  /**
   * Moves to the next field of the object the cursor is in.
   *
   * @param guess the place of the name that probably comes
   * @return its place, {@link #UNKNOWN} or {@link #END}
   */
  public int next(JsonCursor json, int guess) throws IOException {
    if (guess < expected.length) {
      if (json.nextIsField(expected[guess])) {
        return guess;
      }
    } else {
      json.next();
    }
    if (json.token() != JsonToken.FIELD_NAME) {
      return END;
    }
    Integer place = places.get(json.name());
    return place == null ? UNKNOWN : place;
  }
}
