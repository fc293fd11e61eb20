package io.lakeward.pipeline.query;

/** How the rows of a query are written. */
public enum QueryFormat {
  /** For people: aligned columns, and the number of rows below. */
  TABLE,
  /** For programs: one JSON object a line. */
  JSON,
  /** For spreadsheets: RFC 4180 with a header. */
  CSV
}
