package io.lakeward.mapping.file;

import java.util.Optional;

/**
 * What the values of a key are.
 *
 * @param <T> what they are read as
 */
@FunctionalInterface
interface Kind<T> {
  /** The value; empty where it is wrong, which is reported. */
  Optional<T> read(Value value, Reading reading);
}
