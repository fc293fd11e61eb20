package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The days that PostgreSQL's connector writes for {@code infinity} and {@code -infinity}, which do
 * not fit an int32: in a snapshot by way of the driver's milliseconds, in the zone of its JVM, else
 * by way of PostgreSQL's own count from the year 2000.
 */
class InfiniteDatesTest {

  @ParameterizedTest
  @CsvSource({
    "-622191234, 9999-12-31", // a snapshot in UTC or west of it
    "-622191233, 9999-12-31", // a snapshot east of UTC
    "-2147472692, 9999-12-31", // a change
    "-625821272, 0001-01-01",
    "-625821271, 0001-01-01",
    "-2147472691, 0001-01-01"
  })
  void areNoDaysOfACalendar(int days, LocalDate clamped) {
    String schema = field("id", "int32") + "," + field("v", "int32", "io.debezium.time.Date");
    String after = "{\"id\":1,\"v\":" + days + "}";
    String value = embedded(schema, bare("c", "null", after));
    InternalRow row =
        changes(
                DebeziumJsonFormat.builder().infinity(InfinityPolicy.CLAMP).build(),
                record("{\"id\":1}", value))
            .get(0)
            .row();
    assertThat(LocalDate.ofEpochDay(row.getInt(1))).isEqualTo(clamped);
  }
}
