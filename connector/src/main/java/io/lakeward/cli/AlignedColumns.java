package io.lakeward.cli;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;

/**
 * Rows of cells in columns, with a rule below the first.
 *
 * @param rows of the same number of cells, the header first
 */
record AlignedColumns(List<String[]> rows) {

  void write(PrintWriter writer) {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(printable(row[i])));
      }
    }
    writeRow(writer, rows.get(0), widths);
    String[] rule = new String[widths.length];
    for (int i = 0; i < widths.length; i++) {
      rule[i] = String.join("", Collections.nCopies(widths[i], "-"));
    }
    writeRow(writer, rule, widths);
    rows.subList(1, rows.size()).forEach(row -> writeRow(writer, row, widths));
  }

  private static void writeRow(PrintWriter writer, String[] row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = printable(row[i]);
      line.append(i == 0 ? "" : "  ").append(cell).append(" ".repeat(widths[i] - length(cell)));
    }
    writer.println(line.toString().stripTrailing());
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Keeps a value in its line, and a terminal from obeying it. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }
}
