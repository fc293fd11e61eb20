package io.lakeward.source.json;

import io.lakeward.row.ValueRefused;
import java.io.IOException;
import java.util.Arrays;

/** Base64 of the standard alphabet, padded or not, decoded without an array for each value. */
final class Base64Text {

  private static final byte[] VALUES = new byte[256];

  static {
    Arrays.fill(VALUES, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      VALUES[alphabet.charAt(i)] = (byte) i;
    }
  }

  private Base64Text() {}

  /** The most bytes that this much text stands for. */
  static int mostBytes(int textLength) {
    return textLength / 4 * 3 + 3;
  }

  /** Decodes the text the cursor is at; the number of bytes. */
  static int decode(JsonCursor json, byte[] out) throws IOException {
    byte[] text = json.text();
    int at = json.textOffset();
    int end = at + json.textLength();
    while (end > at && text[end - 1] == '=' && end > at + json.textLength() - 2) {
      end--;
    }
    int length = 0;
    int bits = 0;
    int held = 0;
    for (; at < end; at++) {
      int value = VALUES[text[at] & 0xFF];
      if (value < 0) {
        throw refused(json);
      }
      held = held << 6 | value;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out[length++] = (byte) (held >> bits);
      }
    }
    // A lone last character, or bits behind the last byte, are not what an encoder writes.
    if (bits >= 6 || (held & ((1 << bits) - 1)) != 0) {
      throw refused(json);
    }
    return length;
  }

  private static ValueRefused refused(JsonCursor json) throws IOException {
    return json.refused("base64");
  }
}
