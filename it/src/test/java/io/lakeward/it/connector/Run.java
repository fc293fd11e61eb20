package io.lakeward.it.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.SkipReason;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.file.MappingFile;
import io.lakeward.observe.BatchReport;
import io.lakeward.observe.Reporter;
import io.lakeward.pipeline.Pipeline;
import io.lakeward.pipeline.RunMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A run of the connector in this JVM until its sources are drained, and what it told. */
public final class Run {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<BatchReport> batches = new CopyOnWriteArrayList<>();
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final Map<String, Throwable> failures = new ConcurrentHashMap<>();

  private Run() {}

  /** A run of no table. */
  public static Run nothing() {
    return new Run();
  }

  /** Runs {@code run --once}, whatever becomes of it. */
  public static Run attempt(Path mapping) {
    Run run = new Run();
    List<String> failed =
        new Pipeline(MappingFile.read(mapping), RunMode.ONCE, run.new Recorder()).run();
    assertThat(failed).containsExactlyInAnyOrderElementsOf(run.failures.keySet());
    return run;
  }

  /** Runs {@code run --once}, which must go well. */
  public static Run once(Path mapping) {
    Run run = attempt(mapping);
    run.requireNoFailure();
    return run;
  }

  /**
   * Runs {@code run}, without end, and stops it when something has been done meanwhile. It must go
   * well.
   *
   * @param meanwhile given what the run has told so far, which goes on to grow
   */
  public static Run during(Path mapping, Consumer<Run> meanwhile) {
    Run run = new Run();
    Pipeline pipeline =
        new Pipeline(MappingFile.read(mapping), RunMode.CONTINUOUS, run.new Recorder());
    CompletableFuture<List<String>> failed = CompletableFuture.supplyAsync(pipeline::run);
    try {
      meanwhile.accept(run);
    } finally {
      pipeline.requestStop();
      failed.join();
    }
    run.requireNoFailure();
    return run;
  }

  /** Waits until the run has come so far. */
  public void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      requireNoFailure();
      assertThat(System.nanoTime()).as("what the run told: %s", notices).isLessThan(end);
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** What became of the batches of a table, in order. */
  public List<BatchReport> batches(String table) {
    return batches.stream().filter(batch -> batch.table().endsWith("." + table)).toList();
  }

  /** The records read of a table in all batches. */
  public long records(String table) {
    return sum(table, BatchReport::records);
  }

  /** The records of a table that changed it. */
  public long applied(String table) {
    return sum(table, BatchReport::applied);
  }

  /** The records of a table that a newer change hid. */
  public long superseded(String table) {
    return sum(table, BatchReport::superseded);
  }

  /** The records of a table that said what it held already. */
  public long unchanged(String table) {
    return sum(table, BatchReport::unchanged);
  }

  /** The records of a table that were skipped for a reason. */
  public long skipped(String table, SkipReason reason) {
    return sum(table, batch -> batch.skipped().getOrDefault(reason, 0L));
  }

  /** What it told beside its batches, each with the table's name. */
  public List<String> notices() {
    return List.copyOf(notices);
  }

  /** The error that stopped a table's flow. */
  public LakewardException failure(String table) {
    Throwable cause =
        failures.entrySet().stream()
            .filter(failure -> failure.getKey().endsWith("." + table))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow(() -> new AssertionError("The flow of " + table + " did not fail"));
    return known(cause).orElseThrow(() -> new AssertionError("An error without a code", cause));
  }

  /** The names of the tables whose flows failed. */
  public List<String> failed() {
    return failures.keySet().stream().map(name -> name.replaceFirst(".*\\.", "")).toList();
  }

  private void requireNoFailure() {
    failures.forEach(
        (table, cause) -> {
          throw new AssertionError("The flow of " + table + " failed", cause);
        });
  }

  private static Optional<LakewardException> known(Throwable cause) {
    return Stream.iterate(cause, link -> link != null, Throwable::getCause)
        .filter(LakewardException.class::isInstance)
        .map(LakewardException.class::cast)
        .findFirst();
  }

  private long sum(String table, ToLongFunction<BatchReport> count) {
    return batches(table).stream().mapToLong(count).sum();
  }

  private final class Recorder implements Reporter {
    @Override
    public void batch(BatchReport report) {
      batches.add(report);
    }

    @Override
    public void notice(String table, String text) {
      notices.add(table + ": " + text);
    }

    @Override
    public void failed(String table, Throwable cause) {
      failures.put(table, cause);
    }
  }
}
