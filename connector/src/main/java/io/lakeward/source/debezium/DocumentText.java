package io.lakeward.source.debezium;

import io.lakeward.source.json.JsonCursor;

/**
 * The place of a document of MongoDB in an envelope: JSON in a JSON text, or null. Reused for each
 * record.
 */
final class DocumentText {

  private static final int NULL_LENGTH = 4;

  private int start = -1;
  private int end;
  private boolean hasText;
  private byte[] text = new byte[0];
  private int textOffset;
  private int textLength;

  void clear() {
    start = -1;
    hasText = false;
  }

  /** Takes the null that the cursor is at. */
  void takeNull(JsonCursor json) {
    start = json.tokenStart();
    end = start + NULL_LENGTH;
  }

  /** Takes the text that the cursor is at. */
  void take(JsonCursor json) {
    hasText = true;
    start = json.tokenStart();
    end = json.textEnd();
    text = json.text();
    textOffset = json.textOffset();
    textLength = json.textLength();
  }

  /** Whether the envelope has the field. */
  boolean isThere() {
    return start >= 0;
  }

  /** Whether there is a document in it. */
  boolean hasText() {
    return hasText;
  }

  /** Where the value begins in the record. */
  int start() {
    return start;
  }

  /** Where the value ends in the record. */
  int end() {
    return end;
  }

  /** The bytes that hold the document, from {@link #textOffset} for {@link #textLength}. */
  byte[] text() {
    return text;
  }

  int textOffset() {
    return textOffset;
  }

  int textLength() {
    return textLength;
  }
}
