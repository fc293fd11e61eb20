package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;

/** Recognises what stands in place of a value that the source did not send. */
@FunctionalInterface
public interface Unavailable {

  /** Every value is what it says. */
  Unavailable NEVER = (json, token) -> false;

  /** Whether the value that begins with this token stands for one that was not sent. */
  boolean isAt(JsonCursor json, JsonToken token);
}
