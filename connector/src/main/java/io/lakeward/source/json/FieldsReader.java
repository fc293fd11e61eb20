package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.row.ColumnWriter;
import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the fields of an object into the columns of a row or struct. A column that the object lacks
 * is left to the caller; a field twice is refused, since nobody can say which value is meant.
 */
public final class FieldsReader {

  /** A field that is known and not wanted. */
  public static final int LEFT_OUT = -1;

  /** A field that the column's struct cannot hold: only null may stand in it. */
  private static final int NO_PLACE = -2;

  private static final long[] NONE = new long[0];

  private final FieldNames names;
  private final List<Field> fields;
  private final ValueReader[] readers;
  private final int[] ordinals;
  private final Unavailable unavailable;
  private final UnknownFields unknownFields;
  private final long[] seen;
  private final long[] missed;
  private boolean anyMissed;

  /**
   * A field of an object.
   *
   * @param name its name in JSON
   * @param ordinal the column it goes to, or {@link #LEFT_OUT}
   * @param reader reads it into that column
   */
  public record Field(String name, int ordinal, ValueReader reader) {

    /** A field whose value is skipped. */
    public static Field leftOut(String name) {
      return new Field(name, LEFT_OUT, (json, out, ordinal) -> json.skip());
    }

    /** A field that the target lacks. */
    static Field withoutPlace(String name) {
      return new Field(name, NO_PLACE, (json, out, ordinal) -> json.skip());
    }
  }

  /**
   * A reader.
   *
   * @param fields the known fields, in the order in which they usually come
   * @param columns how many columns the target has
   * @param unavailable recognises values that the source did not send
   * @param unknownFields what to do with other fields
   */
  public FieldsReader(
      List<Field> fields, int columns, Unavailable unavailable, UnknownFields unknownFields) {
    this.names = new FieldNames(fields.stream().map(Field::name).toList());
    this.fields = List.copyOf(fields);
    this.readers = fields.stream().map(Field::reader).toArray(ValueReader[]::new);
    this.ordinals = fields.stream().mapToInt(Field::ordinal).toArray();
    this.unavailable = unavailable;
    this.unknownFields = unknownFields;
    this.seen = new long[(columns + 63) / 64];
    this.missed = new long[seen.length];
  }

  /** Reads the object whose opening brace the cursor is at, to its closing one. */
  public void read(JsonCursor json, ColumnWriter[] columns) throws IOException {
    Arrays.fill(seen, 0L);
    Arrays.fill(missed, 0L);
    anyMissed = false;
    int guess = 0;
    while (true) {
      int place = names.next(json, guess);
      if (place >= 0) {
        readField(json, place, columns);
        guess = place + 1;
      } else if (place == FieldNames.END) {
        return;
      } else {
        unknownFields.meet(json);
      }
    }
  }

  private void readField(JsonCursor json, int place, ColumnWriter[] columns) throws IOException {
    int ordinal = ordinals[place];
    if (ordinal < 0) {
      skip(json, place);
      return;
    }
    claim(ordinal, place);
    JsonToken token = json.next();
    try {
      if (token == JsonToken.VALUE_NULL) {
        columns[ordinal].putNull(ordinal);
      } else if (unavailable.isAt(json, token)) {
        json.skip();
        columns[ordinal].putNull(ordinal);
        missed[ordinal >> 6] |= 1L << ordinal;
        anyMissed = true;
      } else {
        readers[place].read(json, columns[ordinal], ordinal);
      }
    } catch (ValueRefused e) {
      throw e.in(fields.get(place).name());
    }
  }

  private void skip(JsonCursor json, int place) throws IOException {
    JsonToken token = json.next();
    if (ordinals[place] == NO_PLACE && token != JsonToken.VALUE_NULL) {
      throw json.refused("field of the column").in(fields.get(place).name());
    }
    json.skip();
  }

  private void claim(int ordinal, int place) {
    long bit = 1L << ordinal;
    if ((seen[ordinal >> 6] & bit) != 0) {
      throw ValueRefused.of("after the first", "value of its own: the field is there twice")
          .in(fields.get(place).name());
    }
    seen[ordinal >> 6] |= bit;
  }

  /** Whether the last object had a field for this column. */
  public boolean saw(int ordinal) {
    return (seen[ordinal >> 6] & (1L << ordinal)) != 0;
  }

  /** Adds a bit for each column that the last object had a field for. */
  public void addSeen(long[] columns) {
    for (int i = 0; i < seen.length; i++) {
      columns[i] |= seen[i];
    }
  }

  /** A fresh bit for each column whose value the source did not send; empty for none. */
  public long[] missed() {
    return anyMissed ? missed.clone() : NONE;
  }
}
