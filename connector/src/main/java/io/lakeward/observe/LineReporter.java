package io.lakeward.observe;

import io.lakeward.error.LakewardException;
import java.io.PrintStream;

/** One line an event. */
final class LineReporter implements Reporter {

  private final PrintStream out;

  LineReporter(PrintStream out) {
    this.out = out;
  }

  @Override
  public void batch(BatchReport report) {
    out.println(report.line());
  }

  @Override
  public void notice(String table, String text) {
    out.println(table + ": " + text);
  }

  @Override
  public void failed(String table, Throwable cause) {
    out.println(table + " FAILED: " + rootOf(cause));
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
