package io.lakeward.pipeline;

import io.lakeward.lake.LakeTable;
import io.lakeward.source.Layout;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;

/** How the records of a batch came, as far as it matters for what becomes of them. */
sealed interface Arrival permits FromFeed, FromAside {

  /** At most how many records there are; empty where nobody told. */
  OptionalLong mostRecords();

  /**
   * The offsets up to which records are in the table already, and are passed over.
   *
   * @param table empty where there is none yet
   */
  Map<String, Map<Integer, Long>> applied(Optional<LakeTable> table);

  /**
   * Looks whether the batch may go on without its rejected records.
   *
   * @throws io.lakeward.error.LakewardException where it may not
   */
  void requireMayReject(DecodeReport report);

  /**
   * Sets the rejected records of a batch aside, before it is committed: a record must be somewhere
   * when its batch counts as applied.
   *
   * @param table empty where there is none yet
   * @param layout the columns that the batch was decoded to
   * @return how many more records of the table stand aside than the table says
   */
  long setAside(
      SparkSession session, Optional<LakeTable> table, Layout layout, DecodeReport report);

  /** How far the flow is with the batch; empty where the batch does not move it on. */
  Optional<String> reached(LakeTable table);
}
