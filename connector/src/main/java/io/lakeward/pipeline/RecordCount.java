package io.lakeward.pipeline;

import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the records of all batches, and passes everything on. */
final class RecordCount implements Reporter {

  private final Reporter next;
  private final AtomicLong records = new AtomicLong();

  RecordCount(Reporter next) {
    this.next = next;
  }

  /** The records read so far. */
  long records() {
    return records.get();
  }

  @Override
  public void batch(BatchReport report) {
    records.addAndGet(report.records());
    next.batch(report);
  }

  @Override
  public void notice(String table, String text) {
    next.notice(table, text);
  }

  @Override
  public void failed(String table, Throwable cause) {
    next.failed(table, cause);
  }
}
