package io.lakeward.source.json;

import java.io.IOException;

/** What to do with a field that the schema lacks. */
@FunctionalInterface
public interface UnknownFields {

  /** Refuses each. */
  UnknownFields REFUSE =
      json -> {
        throw new UnknownFieldException(json.name());
      };

  /**
   * Meets the field whose name the cursor is at; skips its value, or throws {@link
   * UnknownFieldException}.
   */
  void meet(JsonCursor json) throws IOException;
}
