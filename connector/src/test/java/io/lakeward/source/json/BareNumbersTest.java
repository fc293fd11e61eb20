package io.lakeward.source.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are no JSON, as the strict mode of extended JSON writes them. */
class BareNumbersTest {

  private static BareNumbers.Text wrapped(byte[] among, String json) {
    return BareNumbers.wrapped(among, 1, json.getBytes(UTF_8).length);
  }

  /** The bytes around the text are not of it. */
  private static byte[] among(String json) {
    return ("N" + json + "NaN").getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"a\": -1,\"NaN\": \"Infinity\"}",
        "{\"a\": \"\\\"NaN\"}",
        "{\"a\": \"\\\\\",\"b\": \"-Infinity\"}",
        "[Na,Inf,-Infinit"
      })
  void aTextWithoutAnyIsNotCopied(String json) {
    byte[] among = among(json);
    BareNumbers.Text text = wrapped(among, json);
    assertThat(text.bytes()).isSameAs(among);
    assertThat(new String(among, text.start(), text.end() - text.start(), UTF_8)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "NaN | {\"$numberDouble\":\"NaN\"}",
        "{\"a\": \"NaN\",\"b\": Infinity} |"
            + " {\"a\": \"NaN\",\"b\": {\"$numberDouble\":\"Infinity\"}}",
        "[NaN,-Infinity,\"\\\"\",Infinity] | [{\"$numberDouble\":\"NaN\"},"
            + "{\"$numberDouble\":\"-Infinity\"},\"\\\"\",{\"$numberDouble\":\"Infinity\"}]",
        "[\"\u00e9\", NaN] | [\"\u00e9\", {\"$numberDouble\":\"NaN\"}]"
      })
  void eachIsWrapped(String json, String expected) {
    BareNumbers.Text text = wrapped(among(json), json);
    assertThat(new String(text.bytes(), text.start(), text.end() - text.start(), UTF_8))
        .isEqualTo(expected);
  }
}
