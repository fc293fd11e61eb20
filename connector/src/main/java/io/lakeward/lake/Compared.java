package io.lakeward.lake;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** What a task of a comparison hands over: its differences, and last what it saw. */
sealed interface Compared extends Serializable {

  /**
   * A key in which the sides differ.
   *
   * @param row what {@link Differences} made of it
   */
  record Difference(InternalRow row) implements Compared {}

  /** All that the task saw. Because it comes with the differences, no attempt counts twice. */
  record Seen(ComparisonReport report) implements Compared {}
}
