package io.lakeward.cli;

/** Sets how much the libraries below say, before the first of them is loaded. */
final class Logging {
  private Logging() {}

  private static final String LEVEL = "lakeward.log.level";

  static void configure(boolean verbose) {
    if (verbose) {
      System.setProperty(LEVEL, "info");
    }
  }
}
