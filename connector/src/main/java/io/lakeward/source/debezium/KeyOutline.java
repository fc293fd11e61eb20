package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Arrays;
import java.util.List;

/**
 * The compact JSON of an object with these fields and any scalars. Most keys of a topic have one
 * outline; seeing that needs no parser. It only ever says yes to such an object or to broken JSON
 * of that look, whose values are not used.
 */
final class KeyOutline {

  private final byte[][] heads;

  KeyOutline(List<String> names) {
    this.heads = new byte[names.size()][];
    for (int i = 0; i < heads.length; i++) {
      String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(names.get(i)));
      heads[i] = ((i == 0 ? "{" : ",") + '"' + quoted + "\":").getBytes(UTF_8);
    }
  }

  /** Whether a key has this outline; where it has not, it may still have the same fields. */
  boolean fits(byte[] key) {
    int at = 0;
    for (byte[] head : heads) {
      int end = at + head.length;
      if (end > key.length || !Arrays.equals(key, at, end, head, 0, head.length)) {
        return false;
      }
      at = skipScalar(key, end);
    }
    return heads.length > 0 && at == key.length - 1 && key[at] == '}';
  }

  /** Where the comma or brace behind a scalar is; the end where there is no scalar. */
  private static int skipScalar(byte[] key, int start) {
    int at = start;
    if (at < key.length && key[at] == '"') {
      at++;
      while (at < key.length && key[at] != '"') {
        at += key[at] == '\\' ? 2 : 1;
      }
      return Math.min(at + 1, key.length);
    }
    while (at < key.length && key[at] != ',' && key[at] != '}') {
      if (key[at] == '{' || key[at] == '[') {
        return key.length;
      }
      at++;
    }
    return at;
  }
}
