package io.lakeward.source.debezium;

import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.regex.Pattern;

/** A place in a log as hexadecimal numbers of fixed width, whose text is in their order. */
final class HexPlace {
  private HexPlace() {}

  /**
   * The text of a field.
   *
   * @param form what places of this log look like
   * @throws RecordRefused POSITION_MISSING where it is none
   */
  static String of(SourceBlock source, Field field, Pattern form) {
    String text = source.text(field);
    if (!form.matcher(text).matches()) {
      throw SourcePositions.missing("no place in the log: " + text);
    }
    return text;
  }
}
