package io.lakeward.pipeline.query;

import java.io.IOException;
import org.apache.spark.sql.Row;

/** Writes the rows of a result one by one, so that its size does not matter. */
interface RowWriter {
  /** Writes a row. */
  void write(Row row) throws IOException;

  /** Ends the result. */
  void finish() throws IOException;
}
