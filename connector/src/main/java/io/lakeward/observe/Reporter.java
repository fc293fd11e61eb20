package io.lakeward.observe;

import java.io.PrintWriter;

/** Is told what happens. Called by the threads of all flows. */
public interface Reporter {

  /** A batch is done. */
  void batch(BatchReport report);

  /** Something that whoever runs the pipeline should know; nothing was lost. */
  void notice(String table, String text);

  /** A flow stopped. */
  void failed(String table, Throwable cause);

  /** A reporter that prints lines for people, and what stopped to the other writer. */
  static Reporter lines(PrintWriter out, PrintWriter err) {
    return new LineReporter(out, err);
  }
}
