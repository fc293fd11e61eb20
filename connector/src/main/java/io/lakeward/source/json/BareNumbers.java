package io.lakeward.source.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers that are not finite as the strict mode of extended JSON v1 writes them: {@code NaN} and
 * {@code Infinity} without quotes, which are no JSON.
 */
public final class BareNumbers {

  private static final List<byte[]> WORDS =
      List.of("NaN".getBytes(UTF_8), "-Infinity".getBytes(UTF_8), "Infinity".getBytes(UTF_8));
  private static final byte[] BEFORE = "{\"$numberDouble\":\"".getBytes(UTF_8);
  private static final byte[] BEHIND = "\"}".getBytes(UTF_8);

  private BareNumbers() {}

  /** A copy of the text in which each such number is written as extended JSON v2 writes it. */
  public static byte[] wrapped(byte[] text, int offset, int length) {
    int end = offset + length;
    ByteArrayOutputStream out = new ByteArrayOutputStream(length);
    int copied = offset;
    boolean inText = false;
    for (int at = offset; at < end; at++) {
      byte b = text[at];
      if (b == '\\' && inText) {
        at++;
      } else if (b == '"') {
        inText = !inText;
      } else if (!inText && (b == 'N' || b == 'I' || b == '-')) {
        byte[] word = wordAt(text, at, end);
        if (word.length > 0) {
          out.write(text, copied, at - copied);
          out.writeBytes(BEFORE);
          out.writeBytes(word);
          out.writeBytes(BEHIND);
          at += word.length - 1;
          copied = at + 1;
        }
      }
    }
    out.write(text, copied, end - copied);
    return out.toByteArray();
  }

  private static byte[] wordAt(byte[] text, int at, int end) {
    for (byte[] word : WORDS) {
      if (end - at >= word.length
          && Arrays.equals(text, at, at + word.length, word, 0, word.length)) {
        return word;
      }
    }
    return new byte[0];
  }
}
