package io.lakeward.pipeline;

import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Where the records of a flow come from. */
interface Feed {

  /** The feed of a flow that reads records. */
  static Feed of(Mapping mapping, Flow flow) {
    Source source = mapping.source().orElseThrow();
    if (source instanceof Source.Kafka kafka) {
      return new KafkaFeed(kafka, flow.input());
    }
    return new CaptureFeed((Source.Capture) source, flow.input());
  }

  /**
   * Looks whether the source is there at all, so that what is wrong is said at once and clearly.
   *
   * @throws io.lakeward.error.LakewardException where it is not
   */
  void check();

  /**
   * The records as a stream of Spark's Kafka columns.
   *
   * @param applied how far the target table is; the stream starts there, unless a checkpoint says
   *     otherwise
   */
  Dataset<Row> stream(SparkSession session, Optional<String> applied);

  /**
   * What the source no longer holds of all it ever had, for people; empty where it can be replayed
   * from its beginning.
   *
   * @param applied how far a table is that read it
   */
  List<String> missing(Optional<String> applied);

  /**
   * Whether a flow without checkpoint and table begins with records that a flow began with before,
   * so that beginning anew leaves nothing out.
   */
  boolean beginsAtTheFirstRecord();

  /** How progress of this source compares. */
  Progress progress();

  /** The end of a feed at some moment. */
  @FunctionalInterface
  interface End {
    /**
     * Whether a table has been fed up to there.
     *
     * @param applied how far it is
     */
    boolean isReached(Optional<String> applied);
  }

  /** Where the feed ends now; empty where nobody can tell before it is read. */
  default Optional<End> end() {
    return Optional.empty();
  }

  /**
   * The offsets up to which the table holds the records, for sources whose records are known by
   * offset; otherwise empty.
   */
  Map<String, Map<Integer, Long>> appliedOffsets(Optional<String> applied);
}
