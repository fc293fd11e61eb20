package io.lakeward.samples.orderslive;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Something that happened to an order.
 *
 * @param orderId the order
 * @param time when it happened, to the microsecond
 * @param payload what is said of it, a JSON object
 */
record Event(String orderId, Instant time, String payload) {
  Event {
    requireNonNull(orderId, "orderId");
    requireNonNull(time, "time");
    requireNonNull(payload, "payload");
  }
}
