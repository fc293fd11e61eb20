package io.lakeward.lake;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What a comparison makes of the keys in which its two sides differ. Made anew for each task; the
 * rows it is given are used again by the next call, those it returns are not.
 *
 * <p>The rows of both sides have the columns of the comparison's layout, in its order, and behind
 * them what their side has more.
 */
public interface Differences extends Serializable {

  /** What writes the rows of one task. Not thread safe. */
  interface Writer {

    /** The table has no row of a key of the source. */
    InternalRow missing(byte[] key, InternalRow source);

    /** Both have a row of the key, and they differ. */
    InternalRow different(byte[] key, InternalRow source, InternalRow stored);

    /** The source has no row of a key of the table. */
    InternalRow extra(byte[] key, InternalRow stored);
  }

  /**
   * Whether equal rows are handed over too, as if they differed: in a table that others write, it
   * counts at which position a row was said to be so.
   */
  default boolean takesEqual() {
    return false;
  }

  /** A writer for one task. */
  Writer writer();
}
