package io.lakeward.observe;

import io.lakeward.error.LakewardException;
import java.io.PrintWriter;

/** One line an event. */
final class LineReporter implements Reporter {

  private final PrintWriter out;

  LineReporter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void batch(BatchReport report) {
    print(report.line());
  }

  @Override
  public void notice(String table, String text) {
    print(table + ": " + text);
  }

  @Override
  public void failed(String table, Throwable cause) {
    print(table + " FAILED: " + rootOf(cause));
  }

  private synchronized void print(String line) {
    out.println(line);
    out.flush();
  }

  private static String rootOf(Throwable cause) {
    for (Throwable link = cause; link != null; link = link.getCause()) {
      if (link instanceof LakewardException) {
        return link.getMessage();
      }
    }
    Throwable last = cause;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last.toString();
  }
}
