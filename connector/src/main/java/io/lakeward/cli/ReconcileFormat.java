package io.lakeward.cli;

/** How findings are written. */
enum ReconcileFormat {
  /** For people. */
  TABLE,
  /** One object. */
  JSON
}
