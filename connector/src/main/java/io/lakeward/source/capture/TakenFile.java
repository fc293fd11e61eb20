package io.lakeward.source.capture;

import static java.util.Objects.requireNonNull;

/**
 * A file of a capture as it was when it was taken.
 *
 * @param name its name in the directory
 * @param modifiedMillis when it was written last, in milliseconds since 1970
 * @param size in bytes
 */
public record TakenFile(String name, long modifiedMillis, long size) {

  public TakenFile {
    requireNonNull(name, "name");
  }
}
