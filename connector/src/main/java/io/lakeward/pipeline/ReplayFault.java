package io.lakeward.pipeline;

import java.util.Arrays;

/**
 * A fault of Spark 4.1's Kafka source (SPARK-55271): a query that begins by replaying the batch in
 * the middle of which it was killed has asked for no latest offsets when it reports that batch's
 * metrics, and dies of a null pointer. The batch is done and committed by then, so the query goes
 * on where it is started again.
 */
final class ReplayFault {

  private static final String SOURCE = "org.apache.spark.sql.kafka010.KafkaMicroBatchStream";

  private ReplayFault() {}

  /** Whether this is what stopped a query. */
  static boolean stopped(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof NullPointerException && isThrownByMetrics(cause)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isThrownByMetrics(Throwable error) {
    return Arrays.stream(error.getStackTrace())
        .limit(2)
        .anyMatch(
            frame ->
                frame.getClassName().startsWith(SOURCE) && frame.getMethodName().equals("metrics"));
  }
}
