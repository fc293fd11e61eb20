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
  private static final byte[] NONE = new byte[0];

  private BareNumbers() {}

  /**
   * A text.
   *
   * @param bytes hold it; not to be changed
   * @param start where it begins in them
   * @param end where it ends
   */
  public record Text(byte[] bytes, int start, int end) {}

  /**
   * The text with each such number written as extended JSON v2 writes it; where it has none, as
   * nearly all have, the text itself and no copy.
   */
  public static Text wrapped(byte[] text, int offset, int length) {
    int end = offset + length;
    int number = next(text, offset, end);
    if (number == end) {
      return new Text(text, offset, end);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(2 * length);
    int copied = offset;
    while (number < end) {
      byte[] word = wordAt(text, number, end);
      out.write(text, copied, number - copied);
      out.writeBytes(BEFORE);
      out.writeBytes(word);
      out.writeBytes(BEHIND);
      copied = number + word.length;
      number = next(text, copied, end);
    }
    out.write(text, copied, end - copied);
    return new Text(out.toByteArray(), 0, out.size());
  }

  /** Where the next such number is from a place outside of strings; the end where there is none. */
  private static int next(byte[] text, int from, int end) {
    boolean inString = false;
    for (int at = from; at < end; at++) {
      byte b = text[at];
      if (b == '\\' && inString) {
        at++;
      } else if (b == '"') {
        inString = !inString;
      } else if (!inString
          && (b == 'N' || b == 'I' || b == '-')
          && wordAt(text, at, end).length > 0) {
        return at;
      }
    }
    return end;
  }

  private static byte[] wordAt(byte[] text, int at, int end) {
    for (byte[] word : WORDS) {
      if (end - at >= word.length
          && Arrays.equals(text, at, at + word.length, word, 0, word.length)) {
        return word;
      }
    }
    return NONE;
  }
}
