package io.lakeward.pipeline.query;

import java.io.IOException;
import java.io.Writer;
import org.apache.spark.sql.Row;

/** RFC 4180 with a header. A null is an empty field, an empty text is {@code ""}. */
final class CsvRowWriter implements RowWriter {

  private static final String END_OF_LINE = "\r\n";

  private final Writer out;

  CsvRowWriter(String[] columns, Writer out) throws IOException {
    this.out = out;
    for (int i = 0; i < columns.length; i++) {
      writeField(i, columns[i]);
    }
    out.write(END_OF_LINE);
  }

  @Override
  public void write(Row row) throws IOException {
    for (int i = 0; i < row.length(); i++) {
      writeField(i, row.isNullAt(i) ? null : Json.text(row.get(i)));
    }
    out.write(END_OF_LINE);
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }

  private void writeField(int index, String text) throws IOException {
    if (index > 0) {
      out.write(',');
    }
    if (text == null) {
      return;
    }
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
    out.write(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
  }
}
