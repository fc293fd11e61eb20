package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.lakeward.source.json.JsonCursor;
import io.lakeward.source.json.Unavailable;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Debezium's placeholder for a value that the source did not send, in each of its forms: text, its
 * base64 for bytes, an array of it, of its bytes as numbers or of a UUID made of it, and a map of
 * it to itself, also as text (Debezium's {@code UnchangedToastedPlaceholder}).
 */
final class Placeholder implements Unavailable {

  private final byte[] text;
  private final byte[] base64;
  private final List<byte[]> arrays;
  private final byte[] map;

  Placeholder(String placeholder) {
    this.text = placeholder.getBytes(UTF_8);
    String encoded = Base64.getEncoder().encodeToString(text);
    this.base64 = encoded.getBytes(UTF_8);
    String quoted =
        '"' + new String(JsonStringEncoder.getInstance().quoteAsString(placeholder)) + '"';
    String numbers =
        IntStream.range(0, text.length)
            .mapToObj(i -> Byte.toString(text[i]))
            .collect(Collectors.joining(",", "[", "]"));
    String uuid = '"' + UUID.nameUUIDFromBytes(text).toString() + '"';
    this.arrays =
        List.of(
            ('[' + uuid + ']').getBytes(UTF_8),
            ('[' + quoted + ']').getBytes(UTF_8),
            ("[\"" + encoded + "\"]").getBytes(UTF_8),
            numbers.getBytes(UTF_8));
    this.map = ('{' + quoted + ':' + quoted + '}').getBytes(UTF_8);
  }

  @Override
  public boolean isAt(JsonCursor json, JsonToken token) {
    return switch (token) {
      case VALUE_STRING -> isText(json, text) || isText(json, base64) || isText(json, map);
      case START_ARRAY -> arrays.stream().anyMatch(form -> lies(json, form));
      case START_OBJECT -> lies(json, map);
      default -> false;
    };
  }

  private static boolean isText(JsonCursor json, byte[] form) {
    int offset = json.textOffset();
    return json.textLength() == form.length
        && Arrays.equals(json.text(), offset, offset + form.length, form, 0, form.length);
  }

  /** Whether this compact JSON lies at the token, spaces between its parts apart. */
  private static boolean lies(JsonCursor json, byte[] form) {
    byte[] bytes = json.bytes();
    int at = json.tokenStart();
    for (byte wanted : form) {
      while (at < bytes.length && isSpace(bytes[at]) && wanted != bytes[at]) {
        at++;
      }
      if (at >= bytes.length || bytes[at++] != wanted) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
