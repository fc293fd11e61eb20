package io.lakeward.pipeline;

/**
 * Ends a flow that must read its source from the beginning once more: a truncate came before the
 * table of a history was there, and what its intervals are to show could not be kept without its
 * columns. Nothing was committed yet, so nothing is lost by it.
 */
final class BeginsAnew extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BeginsAnew(String table) {
    super("the table " + table + " is there by now, and a truncate came before it");
  }

  /** Whether this is what stopped a query. */
  static boolean stopped(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof BeginsAnew) {
        return true;
      }
    }
    return false;
  }
}
