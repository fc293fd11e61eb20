package io.lakeward.it.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * What is sent to a topic.
 *
 * @param key null for none
 * @param value null for a tombstone
 * @param headers by name
 */
public record Message(String key, String value, Map<String, String> headers) {

  public Message {
    headers = Map.copyOf(headers);
  }

  /** A message without headers. */
  public Message(String key, String value) {
    this(key, value, Map.of());
  }

  /** The same without headers. */
  public Message withoutHeaders() {
    return new Message(key, value);
  }

  static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
