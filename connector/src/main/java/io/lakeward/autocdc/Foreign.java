package io.lakeward.autocdc;

import static java.util.Objects.requireNonNull;

/**
 * A row that was in the table before Lakeward wrote there: any change of its key wins over it.
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
