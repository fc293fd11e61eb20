package io.lakeward.samples.shop.connector;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the script that starts the connector. */
public final class Launcher {

  private static final String NAME = "lakeward";

  private Launcher() {}

  /**
   * The launcher: what the system property {@code lakeward.launcher} names, else the file {@code
   * lakeward} in the current directory or the nearest one above it.
   */
  public static Path find() {
    String named = System.getProperty("lakeward.launcher");
    if (named != null) {
      return checked(Path.of(named).toAbsolutePath());
    }
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null) {
      Path launcher = directory.resolve(NAME);
      if (Files.isRegularFile(launcher)) {
        return checked(launcher);
      }
      directory = directory.getParent();
    }
    throw new IllegalStateException(
        "Cannot find the launcher: no file "
            + NAME
            + " here or above; name it with -Dlakeward.launcher=PATH");
  }

  private static Path checked(Path launcher) {
    if (!Files.isExecutable(launcher)) {
      throw new IllegalStateException("Cannot run the launcher: " + launcher);
    }
    return launcher;
  }
}
