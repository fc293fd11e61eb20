package io.lakeward.cli;

import io.lakeward.error.ErrorCode;
import java.io.PrintWriter;
import java.util.List;

/** The last line of a command whose flows have failed; each has said why before. */
final class FailedFlows {

  /** The exit code of such a command. */
  static final int EXIT_CODE = 1;

  private FailedFlows() {}

  /**
   * Prints it.
   *
   * @param remark what else is to be known; may be empty
   */
  static int print(PrintWriter err, List<String> tables, String remark) {
    err.println(
        ErrorCode.FLOW_FAILED
            + ": "
            + ErrorCode.FLOW_FAILED.sentence()
            + ": tables="
            + String.join(",", tables)
            + remark);
    err.flush();
    return EXIT_CODE;
  }
}
