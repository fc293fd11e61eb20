package io.lakeward.cli;

import java.io.PrintStream;

/**
 * Keeps standard output for the result of a command: whatever a library prints until it is closed
 * goes to standard error. One at a time, since standard output is everybody's.
 */
final class ResultStream implements AutoCloseable {

  private final PrintStream standardOutput = System.out;

  ResultStream() {
    System.setOut(System.err);
  }

  /** Takes the result; is flushed by who writes it, not closed. */
  PrintStream out() {
    return standardOutput;
  }

  @Override
  public void close() {
    System.setOut(standardOutput);
  }
}
