package io.lakeward.source.json;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Looks ahead from the opening of an array or object. */
final class JsonElements {

  private JsonElements() {}

  /** How many values are in the array or object that the cursor is at the opening of. */
  static int count(JsonCursor json) throws IOException {
    int count = 0;
    try (JsonCursor ahead = ahead(json)) {
      JsonToken token = ahead.next();
      while (!token.isStructEnd()) {
        if (token != JsonToken.FIELD_NAME) {
          count++;
          ahead.skip();
        }
        token = ahead.next();
      }
    }
    return count;
  }

  /** A second cursor at the same opening. The caller closes it. */
  static JsonCursor ahead(JsonCursor json) throws IOException {
    JsonCursor ahead = json.again(json.tokenStart());
    ahead.next();
    return ahead;
  }
}
