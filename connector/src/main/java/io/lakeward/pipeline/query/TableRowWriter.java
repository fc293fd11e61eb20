package io.lakeward.pipeline.query;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * Aligned columns, and the number of rows below. The widths are those of the first rows, so that
 * the result need not fit the memory; a later value that is wider sticks out.
 */
final class TableRowWriter implements RowWriter {

  private static final int ROWS_MEASURED = 1000;

  private final Writer out;
  private final String[] columns;
  private final boolean[] right;
  private final int[] widths;
  private final List<String[]> measured = new ArrayList<>();
  private boolean begun;
  private long rows;

  TableRowWriter(StructType schema, Writer out) {
    this.out = out;
    this.columns = schema.fieldNames();
    this.right = new boolean[columns.length];
    this.widths = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      right[i] = schema.apply(i).dataType() instanceof NumericType;
      widths[i] = length(columns[i]);
    }
  }

  @Override
  public void write(Row row) throws IOException {
    String[] cells = new String[columns.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = row.isNullAt(i) ? "null" : printable(Json.text(row.get(i)));
    }
    rows++;
    if (begun) {
      line(cells);
      return;
    }
    for (int i = 0; i < cells.length; i++) {
      widths[i] = Math.max(widths[i], length(cells[i]));
    }
    measured.add(cells);
    if (measured.size() == ROWS_MEASURED) {
      begin();
    }
  }

  @Override
  public void finish() throws IOException {
    if (!begun) {
      begin();
    }
    out.write("(" + rows + (rows == 1 ? " row)" : " rows)") + System.lineSeparator());
    out.flush();
  }

  private void begin() throws IOException {
    begun = true;
    line(columns);
    String[] rule = new String[columns.length];
    for (int i = 0; i < rule.length; i++) {
      rule[i] = "-".repeat(widths[i]);
    }
    line(rule);
    for (String[] cells : measured) {
      line(cells);
    }
    measured.clear();
  }

  private void line(String[] cells) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - length(cells[i])));
      line.append(i == 0 ? "" : "  ");
      line.append(right[i] ? padding + cells[i] : cells[i] + padding);
    }
    out.write(line.toString().stripTrailing());
    out.write(System.lineSeparator());
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Keeps a value in its line, and a terminal from obeying it. */
  private static String printable(String text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(
            c ->
                shown.append(
                    switch (c) {
                      case '\n' -> "\\n";
                      case '\r' -> "\\r";
                      case '\t' -> "\\t";
                      default ->
                          Character.isISOControl(c)
                              ? String.format("\\u%04x", c)
                              : String.valueOf((char) c);
                    }));
    return shown.toString();
  }
}
