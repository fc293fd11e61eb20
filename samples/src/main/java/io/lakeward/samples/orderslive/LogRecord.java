package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

/**
 * A record of the log.
 *
 * @param partition from 0
 * @param offset from 0 in each partition
 * @param arrivedMillis when it came to the log, in milliseconds since 1970
 * @param key the order's id
 * @param payload the event, a JSON object
 */
record LogRecord(int partition, long offset, long arrivedMillis, String key, String payload) {
  LogRecord {
    requireNonNull(key, "key");
    requireNonNull(payload, "payload");
  }
}
