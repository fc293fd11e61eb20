package io.lakeward.lake;

/** Names the way out of errors that only a full refresh of the table mends. */
public final class RefreshAdvice {
  private RefreshAdvice() {}

  /**
   * The command.
   *
   * @param table the table's name, with or without its namespace
   */
  public static String command(String table) {
    String target = Replacement.targetOf(table.substring(table.lastIndexOf('.') + 1));
    return "`lakeward refresh --mapping FILE --table " + target + "`";
  }

  /** The command as the last of several ways out. */
  public static String orRebuild(String table) {
    return ", or build the table anew from its source: " + command(table);
  }
}
