package io.lakeward.source.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logical types that have no like in Connect, as text. */
class LogicalValuesTest {

  /** The locale of the machine must not show: in this one, numbers have digits of their own. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, P0M0DT0S",
    "1, 2, 3000, P1M2DT3S",
    "1, 2, 3004, P1M2DT3.004S",
    "0, 0, 40, P0M0DT0.040S",
    "0, 0, 500, P0M0DT0.500S",
    "4294967295, 4294967295, 4294967295, P4294967295M4294967295DT4294967.295S"
  })
  @ResourceLock(Resources.LOCALE)
  void durationIsTheSameTextInEveryLocale(long months, long days, long millis, String text)
      throws IOException, AvroRefused {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(duration((int) months, (int) days, (int) millis)).isEqualTo('"' + text + '"');
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String duration(int months, int days, int millis) throws IOException, AvroRefused {
    byte[] bytes =
        ByteBuffer.allocate(LogicalValues.DURATION_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(months)
            .putInt(days)
            .putInt(millis)
            .array();
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(json)) {
      LogicalValues.writeDuration(new AvroBytes().over(bytes, 0), out);
    }
    return json.toString(UTF_8);
  }
}
