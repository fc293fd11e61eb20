package io.lakeward.lake;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Runs commits where no interrupt reaches them: stopping a streaming query interrupts its thread,
 * and a commit that is interrupted in the middle leaves nobody knowing how it ended.
 */
final class CommitThread {

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "lakeward-commit");
            thread.setDaemon(true);
            return thread;
          });

  private CommitThread() {}

  /** Runs the work to its end, as below. */
  static void run(Runnable work) {
    run(
        () -> {
          work.run();
          return true;
        });
  }

  /** Runs the work to its end; an interrupt of the caller is kept for afterwards. */
  static <T> T run(Supplier<T> work) {
    CompletableFuture<T> result = CompletableFuture.supplyAsync(work, THREADS);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw e.getCause() instanceof RuntimeException cause
              ? cause
              : new IllegalStateException("Cannot commit", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
