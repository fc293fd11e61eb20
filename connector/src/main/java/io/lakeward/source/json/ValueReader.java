package io.lakeward.source.json;

import io.lakeward.row.ColumnWriter;
import java.io.IOException;

/**
 * One way in which values are written in JSON. Made for one task; not thread safe, and not read by
 * two values at once.
 */
@FunctionalInterface
public interface ValueReader {

  /**
   * Reads the value the cursor is at, which is not null, to its end.
   *
   * @throws io.lakeward.row.ValueRefused where it is not written this way, or the column cannot
   *     hold it
   * @throws IOException where the JSON is broken
   */
  void read(JsonCursor json, ColumnWriter out, int ordinal) throws IOException;
}
