package io.lakeward.samples.shop;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * All that has been started and must be stopped, in reverse order, whichever way the demo ends.
 * What is being started when the end comes is waited for and stopped too; afterwards nothing
 * starts.
 */
final class Running implements AutoCloseable {

  private final Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();

  /** Read by whoever starts something, several at a time; written by whoever stops everything. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private volatile boolean stopping;

  /** Starts something. */
  @FunctionalInterface
  interface Start<T extends AutoCloseable> {
    T start() throws Exception;
  }

  /** Starts something that is to be stopped at the end. */
  <T extends AutoCloseable> T start(Start<T> start) throws Exception {
    lock.readLock().lock();
    try {
      if (stopping) {
        throw new IllegalStateException("The demo is stopping");
      }
      T thing = start.start();
      started.push(thing);
      return thing;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Whether the end has come. */
  boolean isStopping() {
    return stopping;
  }

  /** Stops everything. What cannot be stopped is reported and does not keep the rest running. */
  @Override
  public void close() {
    // Before the lock: whoever is about to start something sees it as early as possible.
    stopping = true;
    lock.writeLock().lock();
    try {
      stopAll();
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void stopAll() {
    while (!started.isEmpty()) {
      AutoCloseable thing = started.pop();
      try {
        thing.close();
      } catch (Exception e) {
        System.err.println("Cannot stop " + thing.getClass().getSimpleName() + ": " + e);
      }
    }
  }
}
