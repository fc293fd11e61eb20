package io.lakeward.source.debezium;

import io.lakeward.change.OrderedBytes;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * A connector's own order of changes (semantics, section 2). One class for each kind of log; it is
 * listed in {@link SourcePositions}. Positions must stay ordered over a restart of the connector
 * and over an incremental snapshot.
 */
interface SourcePosition {

  /** The values of {@code source.connector} whose order this is. */
  List<String> connectors();

  /** The position's type, kept with the table. */
  StructType type();

  /**
   * Whether the connector's events may leave out values that did not change, with a placeholder in
   * their place ({@code unavailable.value.placeholder}).
   */
  boolean leavesOutValues();

  /**
   * Writes the position as a struct of {@link #type}.
   *
   * @param streamed 1 for a change read from the log, 0 for a row read by a snapshot, which sorts
   *     before at an equal place
   * @throws RecordRefused POSITION_MISSING where the block does not say it
   */
  void write(SourceBlock source, int streamed, OrderedBytes out);
}
