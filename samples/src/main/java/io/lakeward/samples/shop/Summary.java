package io.lakeward.samples.shop;

import io.lakeward.samples.shop.connector.Checkpoint.Batch;
import io.lakeward.samples.shop.connector.ReconcileProcess.Found;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a demo has shown.
 *
 * @param tables table by table
 * @param freshness of the streamed changes
 * @param work what was done to the source
 * @param mended what {@code reconcile} found and mended
 * @param restarts how often the connector was started again after a kill
 * @param interrupted the batches in the middle of which it was killed
 * @param seed repeats the workload
 * @param duration of everything
 */
record Summary(
    List<Report> tables,
    Freshness freshness,
    Work work,
    Found mended,
    int restarts,
    List<Batch> interrupted,
    long seed,
    Duration duration) {

  Summary {
    tables = List.copyOf(tables);
    interrupted = List.copyOf(interrupted);
  }

  /**
   * What was done to the source.
   *
   * @param changes committed row changes
   * @param rate of them a second, as reached
   * @param transactions played
   * @param rolledBack among them
   * @param placeholders changes that came without the long text of their row
   */
  record Work(long changes, double rate, int transactions, int rolledBack, long placeholders) {}

  /** Whether every table is equal to its replica. */
  boolean equal() {
    return tables.stream().allMatch(report -> report.verdict().equal());
  }

  void print(PrintStream out) {
    out.println();
    printTables(out);
    out.println();
    int batches = tables.stream().mapToInt(Report::batches).sum();
    line(out, "workload", "%,d row changes at %,.0f a second", work.changes(), work.rate());
    line(
        out,
        "",
        "%,d transactions, %,d rolled back; %,d changes came without their row's long text",
        work.transactions(),
        work.rolledBack(),
        work.placeholders());
    line(
        out,
        "freshness",
        "p50 %.1f s, p95 %.1f s from commit in the source to visible in the lake (%,d changes)",
        freshness.seconds(50),
        freshness.seconds(95),
        freshness.size());
    line(
        out,
        "reconcile",
        "found %,d row changed and %,d deleted behind Debezium's back, and mended them",
        mended.different(),
        mended.extra());
    line(out, "micro-batches", "%,d", batches);
    line(out, "restarts", "%d, killed in the middle of %s", restarts, batches(interrupted));
    line(out, "seed", "%d", seed);
    line(out, "duration", "%d s", duration.toSeconds());
  }

  private void printTables(PrintStream out) {
    StringBuilder head = new StringBuilder("%-12s %8s".formatted("table", "rows"));
    for (ChangeKind kind : ChangeKind.values()) {
      head.append(" %9s".formatted(kind.title()));
    }
    out.println(head.append(" %8s  %s".formatted("batches", "equal")));
    for (Report report : tables) {
      StringBuilder line =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  "%-12s %,8d",
                  report.table().table(),
                  report.verdict().sourceRows()));
      for (ChangeKind kind : ChangeKind.values()) {
        line.append(String.format(Locale.ROOT, " %,9d", report.counts().getOrDefault(kind, 0L)));
      }
      String equal = report.verdict().equal() ? "yes" : "no";
      out.println(line.append(" %8d  equal: %s".formatted(report.batches(), equal)));
    }
    for (Report report : tables) {
      printDifferences(out, report);
    }
  }

  private static void printDifferences(PrintStream out, Report report) {
    if (!report.verdict().equal()) {
      out.printf(
          Locale.ROOT,
          "%n%s: %,d differences, %,d rows in the source, %,d in the lake%n",
          report.table().table(),
          report.verdict().differences(),
          report.verdict().sourceRows(),
          report.verdict().lakeRows());
      report.verdict().examples().forEach(example -> out.println("  " + example));
    }
  }

  private static String batches(List<Batch> batches) {
    return String.join(", ", batches.stream().map(Batch::toString).toList());
  }

  private static void line(PrintStream out, String title, String format, Object... values) {
    out.printf(Locale.ROOT, "%-14s %s%n", title, String.format(Locale.ROOT, format, values));
  }
}
