package io.lakeward.source.json;

import java.io.IOException;
import java.util.Arrays;

/** Base64 of the standard alphabet, padded or not, decoded without an array for each value. */
public final class Base64Text {

  /** What decoding returns for a text that is not base64. */
  public static final int BROKEN = -1;

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
  public static int mostBytes(int textLength) {
    return textLength / 4 * 3 + 3;
  }

  /** Decodes the text the cursor is at; the number of bytes. */
  static int decode(JsonCursor json, byte[] out) throws IOException {
    int length = decode(json.text(), json.textOffset(), json.textLength(), out);
    if (length == BROKEN) {
      throw json.refused("base64");
    }
    return length;
  }

  /** The bytes of the text the cursor is at, for values that are rare or long. */
  public static byte[] bytes(JsonCursor json) throws IOException {
    byte[] bytes = json.scratch(mostBytes(json.textLength()));
    return Arrays.copyOf(bytes, decode(json, bytes));
  }

  /**
   * Decodes a text.
   *
   * @param out takes the bytes; at least {@link #mostBytes} long
   * @return the number of bytes, or {@link #BROKEN}
   */
  public static int decode(byte[] text, int offset, int textLength, byte[] out) {
    int at = offset;
    int end = at + textLength;
    while (end > at && text[end - 1] == '=' && end > at + textLength - 2) {
      end--;
    }
    int length = 0;
    int bits = 0;
    int held = 0;
    for (; at < end; at++) {
      int value = VALUES[text[at] & 0xFF];
      if (value < 0) {
        return BROKEN;
      }
      held = held << 6 | value;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out[length++] = (byte) (held >> bits);
      }
    }
    // A lone last character, or bits behind the last byte, are not what an encoder writes.
    return bits >= 6 || (held & ((1 << bits) - 1)) != 0 ? BROKEN : length;
  }

  /** The number of at most eight bytes, most significant first, in two's complement. */
  public static long number(byte[] bytes, int length) {
    long number = bytes[0];
    for (int i = 1; i < length; i++) {
      number = number << 8 | (bytes[i] & 0xFF);
    }
    return number;
  }
}
