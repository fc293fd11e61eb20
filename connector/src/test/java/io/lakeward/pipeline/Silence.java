package io.lakeward.pipeline;

import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;

/** A reporter for tests that look at the table alone. */
record Silence() implements Reporter {
  @Override
  public void batch(BatchReport report) {}

  @Override
  public void notice(String table, String text) {}

  @Override
  public void failed(String table, Throwable cause) {}
}
