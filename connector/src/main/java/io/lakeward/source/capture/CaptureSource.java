package io.lakeward.source.capture;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A streaming source over a directory of capture files, with the schema of Spark's Kafka source
 * with headers (mapping contract, "Captures"). Used by its class name:
 *
 * <pre>{@code
 * spark.readStream().format(CaptureSource.class.getName())
 *     .option(CaptureSource.PATH, directory)
 *     .option(CaptureSource.MAX_FILES_PER_TRIGGER, 1)
 *     .option(CaptureSource.TOPICS, "shop.public.orders")
 *     .load();
 * }</pre>
 */
public final class CaptureSource implements TableProvider {

  /** The directory. Required. */
  public static final String PATH = "path";

  /** How many files make a micro-batch; 1 unless given. */
  public static final String MAX_FILES_PER_TRIGGER = "max_files_per_trigger";

  /** The topics to read, separated by commas; all unless given. Not with {@link #TOPIC_PATTERN}. */
  public static final String TOPICS = "topics";

  /** A regular expression which the whole topic must match; all topics unless given. */
  public static final String TOPIC_PATTERN = "topic_pattern";

  /**
   * Where to start when there is no checkpoint: the JSON of an end offset of an earlier run; the
   * beginning unless given.
   */
  public static final String STARTING_OFFSETS = "starting_offsets";

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return CaptureSchema.WITH_HEADERS;
  }

  @Override
  public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> options) {
    return new CaptureTable(CaptureOptions.of(new CaseInsensitiveStringMap(options)));
  }
}
