package io.lakeward.source.snapshot;

/** Which names of files and directories Spark passes over. */
final class HiddenNames {

  private HiddenNames() {}

  /**
   * Whether files of this name, and in a directory of this name, are not read; a directory that is
   * a partition is.
   */
  static boolean isHidden(String name) {
    return name.startsWith(".")
        || (name.startsWith("_") && !name.contains("="))
        || name.endsWith("._COPYING_");
  }
}
