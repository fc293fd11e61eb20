package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import io.lakeward.source.debezium.SourceBlock.Field;
import java.util.regex.Pattern;

/**
 * The places of a commit and of a change in a log whose places are hexadecimal numbers of fixed
 * width: their text is in their order. Rows of a snapshot have no place of a change.
 */
final class LogPlaces {
  private LogPlaces() {}

  /**
   * Writes {@code commit_lsn} and {@code change_lsn}.
   *
   * @param streamed 1 for a change read from the log, 0 for a row read by a snapshot
   * @param form what places of this log look like
   * @throws RecordRefused POSITION_MISSING where the block does not have them
   */
  static void write(SourceBlock source, int streamed, Pattern form, OrderedBytes out) {
    if (!source.hasText(Field.COMMIT_LSN)) {
      throw SourcePositions.missing("source.commit_lsn is missing");
    }
    out.putPresent().putText(place(source, Field.COMMIT_LSN, form));
    if (source.hasText(Field.CHANGE_LSN)) {
      out.putPresent().putText(place(source, Field.CHANGE_LSN, form));
    } else if (streamed == 0) {
      out.putNull();
    } else {
      throw SourcePositions.missing("source.change_lsn is missing");
    }
  }

  private static String place(SourceBlock source, Field field, Pattern form) {
    String text = source.text(field);
    if (!form.matcher(text).matches()) {
      throw SourcePositions.missing("no place in the log: " + text);
    }
    return text;
  }
}
