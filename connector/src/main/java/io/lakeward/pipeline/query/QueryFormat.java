package io.lakeward.pipeline.query;

import java.util.Locale;

/** How the rows of a query are written. */
public enum QueryFormat {
  /** For people: aligned columns, and the number of rows below. */
  TABLE,
  /** For programs: one JSON object a line. */
  JSON,
  /** For spreadsheets: RFC 4180 with a header. */
  CSV;

  /** The name as the command line has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
