package io.lakeward.cli;

/** The main class of all commands. */
public final class Lakeward {
  private Lakeward() {}

  /** Runs a command. */
  public static void main(String[] args) {
    System.exit(0);
  }
}
