package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

/**
 * A row that was in the table before Lakeward wrote there. It stands before every change of its
 * key: of current rows any change wins over it, and in a history it ends with the first of them.
 *
 * @param <R> a row, opaque to the fold
 */
public record Foreign<R>(R row) implements Kept<R> {
  public Foreign {
    requireNonNull(row, "row");
  }

  @Override
  public boolean isVisible() {
    return true;
  }
}
