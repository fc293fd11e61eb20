package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The sources' own order: semantics, section 2; cases O3, O8, O13. */
class PositionsTest {

  private static final DebeziumJsonFormat FORMAT =
      DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL("id INT")).build();

  @ParameterizedTest(name = "{0} {1} before {2} {3}")
  @MethodSource
  void earlierSortsFirst(String op, String earlier, String laterOp, String later) {
    assertThat(Arrays.compareUnsigned(sequence(op, earlier), sequence(laterOp, later)))
        .isNegative();
  }

  static Stream<Arguments> earlierSortsFirst() {
    String snapshot = postgres("[null,\\\"24267616\\\"]", "24267616");
    return Stream.of(
        // A snapshot's row, then the same place streamed.
        arguments("r", snapshot, "u", snapshot),
        arguments("r", snapshot, "u", postgres("[\\\"24267616\\\",\\\"24267000\\\"]", "24267000")),
        // O13: the update comes later with a lower place of its own.
        arguments(
            "r",
            postgres("[\\\"24267616\\\",\\\"24267616\\\"]", "null"),
            "u",
            postgres("[\\\"24268728\\\",\\\"24266864\\\"]", "24266864")),
        arguments(
            "u",
            postgres("[\\\"9\\\",\\\"10\\\"]", "10"),
            "u",
            postgres("[\\\"10\\\",\\\"9\\\"]", "9")),
        arguments("u", binlog("mysql-bin.000003", 23, 0), "u", binlog("mysql-bin.000003", 123, 0)),
        arguments("u", binlog("mysql-bin.999999", 900, 0), "u", binlog("mysql-bin.1000000", 4, 0)),
        arguments("u", binlog("b.3", 23, 1), "u", binlog("b.3", 23, 2)),
        arguments("r", binlog("b.3", 23, 0), "c", binlog("b.3", 23, 0)),
        arguments(
            "r",
            "{\"connector\":\"sqlserver\",\"commit_lsn\":\"00000027:00000ac0:0002\"}",
            "u",
            "{\"connector\":\"sqlserver\",\"commit_lsn\":\"00000027:00000ac0:0002\","
                + "\"change_lsn\":\"00000027:00000ac0:0001\",\"event_serial_no\":1}"));
  }

  private static String postgres(String sequence, String lsn) {
    return "{\"version\":\"3.6.1.Final\",\"connector\":\"postgresql\",\"sequence\":\""
        + sequence
        + "\",\"lsn\":"
        + lsn
        + "}";
  }

  private static String binlog(String file, int pos, int row) {
    return "{\"connector\":\"mysql\",\"file\":\"%s\",\"pos\":%d,\"row\":%d}"
        .formatted(file, pos, row);
  }

  private static byte[] sequence(String op, String source) {
    return changes(FORMAT, record("{\"id\":1}", bare(op, "null", "{\"id\":1}", source)))
        .get(0)
        .sequence();
  }
}
