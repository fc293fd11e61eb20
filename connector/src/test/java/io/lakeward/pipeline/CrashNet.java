package io.lakeward.pipeline;

import io.lakeward.pipeline.ScriptedFlow.Writer;
import io.lakeward.pipeline.StorageFaults.Extent;
import io.lakeward.pipeline.StorageFaults.ProcessDied;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.spark.sql.SparkSession;

/**
 * Plays a flow while storage fails, and says what is wrong: after a failure the table must be as
 * before the batch or as after it, whole, and the restart must end as if nothing had happened.
 *
 * <p>All calls of one batch are tried on the table as it was before that batch: a table is where
 * its catalog points to, and files do not change.
 */
final class CrashNet {

  private static final int MOST_RESTARTS = 500;

  private final SparkLake lake;
  private final SparkSession session;
  private final ScriptedFlow flow;
  private final Writer writer;
  private final FaultyCatalog catalog;
  private final Path checkpoint;
  private final List<String> violations = new ArrayList<>();
  private long failures;

  CrashNet(SparkLake lake, ScriptedFlow flow, Writer writer) {
    this.lake = lake;
    this.session = lake.session().newSession();
    // Compiling takes longer than the few rows do.
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    this.flow = flow;
    this.writer = writer;
    this.catalog = FaultyCatalog.of(lake.directory());
    this.checkpoint = lake.directory().resolve("checkpoints").resolve(flow.table().target());
  }

  /** How many runs failed at a call. */
  long failures() {
    return failures;
  }

  /**
   * What is wrong after each call of each batch has failed, up to the first call that shows it.
   * Opening a table is tried with the first batch alone, since each begins with it.
   *
   * @param first the first batch that is tried
   */
  List<String> failEveryCall(int first, Extent... extents) {
    for (int batch = 0; batch < flow.batches().size() && violations.isEmpty(); batch++) {
      Optional<String> pointer = pointer();
      TableContents before = contents();
      run(batch);
      if (batch < first) {
        continue;
      }
      Optional<String> done = pointer();
      TableContents after = contents();
      for (Extent extent : extents) {
        failEveryCall(batch, extent, pointer, before, after);
      }
      restore(done);
      expect("batch " + batch + ", at last", contents(), after);
    }
    return violations;
  }

  private void failEveryCall(
      int batch,
      Extent extent,
      Optional<String> pointer,
      TableContents before,
      TableContents after) {
    boolean fired = true;
    for (long n = 1; fired && violations.isEmpty(); n++) {
      restore(pointer);
      fired = failCall(n, extent, batch, before, after);
    }
  }

  /** What is wrong after all batches, where one in so many calls failed. */
  List<String> failAtRandom(int oneIn, Random random) {
    for (int batch = 0; batch < flow.batches().size(); batch++) {
      run(batch);
    }
    TableContents expected = contents();
    restore(Optional.empty());
    int restarts = 0;
    for (int batch = 0; batch < flow.batches().size(); restarts++) {
      if (restarts > MOST_RESTARTS) {
        violations.add("no end after " + restarts + " restarts");
        return violations;
      }
      StorageFaults.failOneIn(oneIn, random);
      boolean ended = runs(batch, () -> {});
      failures += StorageFaults.stop();
      if (ended) {
        batch++;
      }
    }
    expect("at last", contents(), expected);
    return violations;
  }

  /**
   * Whether there was an nth call to fail. Where the failure left the table at the very metadata
   * that the process opened, a restart is the run without faults, and is left out.
   */
  private boolean failCall(
      long n, Extent extent, int batch, TableContents before, TableContents after) {
    String what = "batch %d, call %d, %s".formatted(batch, n, extent);
    AtomicReference<Optional<String>> opened = new AtomicReference<>(Optional.empty());
    if (batch == 0) {
      StorageFaults.failCall(n, extent);
    }
    boolean ended =
        runs(
            batch,
            () -> {
              if (batch > 0) {
                opened.set(pointer());
                StorageFaults.failCall(n, extent);
              }
            });
    boolean fired = StorageFaults.stop() > 0;
    failures += fired ? 1 : 0;
    if (!ended && opened.get().isPresent() && opened.get().equals(pointer())) {
      return fired;
    }
    TableContents now = contents();
    if (ended ? !now.equals(after) : !now.equals(before) && !now.equals(after)) {
      violations.add(what + (ended ? ", ended" : ", failed") + " with " + now);
    }
    if (fired) {
      run(batch);
      expect(what + ", delivered again", contents(), after);
      requireFiles(what);
    }
    return fired;
  }

  private void run(int batch) {
    flow.run(batch, writer, session, catalog, checkpoint, () -> {});
  }

  private boolean runs(int batch, Runnable opened) {
    try {
      flow.run(batch, writer, session, catalog, checkpoint, opened);
      return true;
    } catch (Exception | ProcessDied e) { // Spark does not declare what it throws
      return false;
    }
  }

  private void expect(String when, TableContents actual, TableContents expected) {
    if (!actual.equals(expected)) {
      violations.add("%s: %s instead of %s".formatted(when, actual, expected));
    }
  }

  private void requireFiles(String when) {
    table()
        .map(TableFiles::missing)
        .filter(missing -> !missing.isEmpty())
        .ifPresent(missing -> violations.add(when + ": refers to files that are gone: " + missing));
  }

  private TableContents contents() {
    return table().map(TableContents::of).orElse(TableContents.NONE);
  }

  private Optional<String> pointer() {
    return table()
        .map(table -> ((HasTableOperations) table).operations().current().metadataFileLocation());
  }

  /** As another process sees it, which has no trouble with the storage. */
  private Optional<Table> table() {
    try {
      return Optional.of(lake.catalog().loadTable(flow.identifier()));
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
  }

  private void restore(Optional<String> pointer) {
    lake.catalog().dropTable(flow.identifier(), false);
    pointer.ifPresent(metadata -> lake.catalog().registerTable(flow.identifier(), metadata));
    if (pointer.isEmpty()) {
      try {
        Files.deleteIfExists(checkpoint.resolve("lakeward-table"));
        Files.deleteIfExists(checkpoint.resolve(".lakeward-table.crc"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
