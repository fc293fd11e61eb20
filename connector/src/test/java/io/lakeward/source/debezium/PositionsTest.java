package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sources' own order: semantics, section 2; cases O3, O8, O13. */
class PositionsTest {

  private static final DebeziumJsonFormat FORMAT =
      DebeziumJsonFormat.builder().declaredSchema(StructType.fromDDL("id INT")).build();

  @ParameterizedTest(name = "{0} {1} before {2} {3}")
  @MethodSource
  @DisplayName("O3, O13: earlier places sort first")
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
        // A connector that was created anew: what it reads and sends first is newer than all
        // before.
        arguments("u", postgres("[\\\"24260000\\\",\\\"24260500\\\"]", "24260500"), "r", snapshot),
        arguments(
            "u",
            postgres("[\\\"24260000\\\",\\\"24260500\\\"]", "24260500"),
            "u",
            postgres("[null,\\\"24267700\\\"]", "24267700")),
        arguments("r", snapshot, "u", postgres("[null,\\\"24267700\\\"]", "24267700")),
        arguments(
            "u",
            postgres("[null,\\\"24267700\\\"]", "24267700"),
            "u",
            postgres("[\\\"24267800\\\",\\\"24267650\\\"]", "24267650")),
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
                + "\"change_lsn\":\"00000027:00000ac0:0001\",\"event_serial_no\":1}"),
        arguments("r", db2(2, ""), "u", db2(2, place(1))),
        arguments("u", db2(2, place(9)), "u", db2(3, place(1))),
        arguments("u", db2(2, place(1)), "u", db2(2, place(2))),
        // Committed later, though changed before; numbers of unequal length.
        arguments("u", oracle("999", "900", 5, 0), "u", oracle("1000", "100", 0, 0)),
        arguments("u", oracle("1000", "100", 9, 0), "u", oracle("1000", "99", 10, 0)),
        arguments("u", oracle("1000", "99", -1, 1), "u", oracle("1000", "100", -1, 0)),
        arguments("u", oracle("1000", "99", -1, 0), "u", oracle("1000", "99", -1, 1)),
        arguments("r", oracleSnapshot("1000"), "u", oracle("1000", "5", 0, 0)),
        arguments("u", oracle("999", "998", 0, 0), "r", oracleSnapshot("1000")));
  }

  /** Of several records that have no order of their own, none is taken. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"connector\":\"oracle\",\"scn\":\"5\"}",
        "{\"connector\":\"oracle\",\"scn\":\"5\",\"commit_scn\":\"x\"}",
        "{\"connector\":\"oracle\",\"scn\":\"5\",\"commit_scn\":\"1234567890123456789\"}",
        "{\"connector\":\"db2\",\"commit_lsn\":\"00000000:00000000:0000000000000002\"}",
        "{\"connector\":\"db2\",\"commit_lsn\":\"NULL\",\"change_lsn\":\"NULL\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"1\",\"change_lsn\":\"1\"}"
      })
  void whatHasNoPlaceIsRefused(String source) {
    Decoded decoded =
        FORMAT
            .decoder(Layout.NONE)
            .decode(record("{\"id\":1}", bare("u", "null", "{\"id\":1}", source)));
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.POSITION_MISSING));
  }

  private static String place(int number) {
    return "00000000:00000000:%016x".formatted(number);
  }

  private static String db2(int commit, String change) {
    return "{\"connector\":\"db2\",\"commit_lsn\":\"%s\"%s}"
        .formatted(place(commit), change.isEmpty() ? "" : ",\"change_lsn\":\"" + change + "\"");
  }

  /** Negative numbers stand for fields that are not there. */
  private static String oracle(String commit, String scn, int inTransaction, int ssn) {
    return "{\"connector\":\"oracle\",\"scn\":\"%s\",\"commit_scn\":\"%s\",\"ssn\":%d,\"txSeq\":%s}"
        .formatted(scn, commit, ssn, inTransaction < 0 ? "null" : inTransaction);
  }

  private static String oracleSnapshot(String scn) {
    return "{\"connector\":\"oracle\",\"scn\":\"%s\",\"commit_scn\":null}".formatted(scn);
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
