package io.lakeward.observe;

import io.lakeward.error.LakewardException;
import java.io.PrintWriter;

/** One line an event. */
final class LineReporter implements Reporter {

  private final PrintWriter out;
  private final PrintWriter err;

  LineReporter(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void batch(BatchReport report) {
    print(out, report.line());
  }

  @Override
  public void notice(String table, String text) {
    print(out, table + ": " + text);
  }

  @Override
  public void failed(String table, Throwable cause) {
    print(err, table + " FAILED: " + rootOf(cause));
  }

  private synchronized void print(PrintWriter to, String line) {
    to.println(line);
    to.flush();
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
