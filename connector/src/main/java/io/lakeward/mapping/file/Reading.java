package io.lakeward.mapping.file;

import java.nio.file.Path;

/**
 * What goes along while a file is read.
 *
 * @param problems takes what is wrong
 * @param directory what relative paths are resolved against
 */
record Reading(Problems problems, Path directory) {

  /** A path made absolute; an address with a scheme stays as it is. */
  String absolute(String path) {
    return hasScheme(path) ? path : directory.resolve(path).toAbsolutePath().normalize().toString();
  }

  /** Whether this is an address such as {@code s3://bucket/lake}. */
  static boolean hasScheme(String path) {
    return path.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
  }
}
