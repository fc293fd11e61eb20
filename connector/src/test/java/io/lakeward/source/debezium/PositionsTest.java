package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.Layout;
import io.lakeward.source.SourceRecord;
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
        arguments("u", oracle("999", "998", 0, 0), "r", oracleSnapshot("1000")),
        // Committed later, though changed before; texts of unequal length; a restart between.
        arguments("u", informix("627404540760620", "9"), "u", informix("1627404540760620", "8")),
        arguments("u", informix("9", "8"), "u", informix("10", "7")),
        arguments("u", informix("10", "7"), "u", informix("10", "11")),
        arguments("r", informixSnapshot("10"), "u", informix("10", "1")),
        arguments("u", informix("9", "9"), "r", informixSnapshot("10")),
        arguments("r", informix("10", "7"), "u", informix("10", "7")),
        arguments("u", informix("10", "7"), "u", informix("9223372036854775807", "0")),
        arguments("c", spanner(5, "a", 9, 9), "u", spanner(6, "a", 0, 0)),
        arguments("c", spanner(5, "a", 9, 0), "u", spanner(5, "a", 10, 0)),
        arguments("c", spanner(5, "a", 9, 1), "u", spanner(5, "a", 9, 2)),
        arguments("c", spanner(5, "a", 9, 0), "u", spanner(5, "b", 0, 0)),
        arguments("c", mongo(1558965508000L, 31), "u", mongo(1558965508000L, 32)),
        arguments("c", mongo(1558965508000L, 99), "u", mongo(1558965509000L, 1)),
        arguments("c", mongo(1558965508000L, 9), "u", mongo(1558965508000L, 10)),
        // A row of an incremental snapshot stands where the stream stood.
        arguments("u", mongo(1558965508000L, 31), "r", mongo(1558965508000L, 32)),
        arguments("r", mongo(1558965508000L, 32), "u", mongo(1558965508000L, 32)),
        // The first snapshot of all has no place: its time is the connector's own, and later.
        arguments("r", mongo(1758965508123L, -1), "u", mongo(1558965508000L, 1)),
        arguments("u", mongo(1558965508000L, 2147483647), "u", mongo(253402300799999L, 1)));
  }

  @ParameterizedTest(name = "{0} before {1}")
  @MethodSource
  void transactionsOfVitessAreRanked(String earlier, String later) {
    assertThat(Arrays.compareUnsigned(sequenceOfVitess(earlier), sequenceOfVitess(later)))
        .isNegative();
  }

  static Stream<Arguments> transactionsOfVitessAreRanked() {
    return Stream.of(
        // Ranks as base64 of their bytes, whose text is in no order: 255, 256, 65536.
        arguments(vitess(0, "\"AP8=\"", 3), vitess(0, "\"AQA=\"", 1)),
        arguments(vitess(0, "\"AQA=\"", 3), vitess(0, "\"AQAA\"", 1)),
        arguments(vitess(0, "255", 3), vitess(0, "256", 1)),
        arguments(vitess(0, "\"AP8=\"", 3), vitess(0, "256", 1)),
        arguments(vitess(0, "68", 9), vitess(0, "68", 10)),
        // An epoch of a shard that came of a reshard begins its ranks anew.
        arguments(vitess(1, "9223372036854775807", 9), vitess(2, "1", 1)),
        arguments(vitess(0, "1", 1), vitess(0, "\"f/////////8=\"", 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{\"id\":\"x\",\"total_order\":1,\"data_collection_order\":1}",
        "{\"id\":\"x\",\"total_order\":1,\"transaction_epoch\":0}",
        "{\"id\":\"x\",\"transaction_rank\":68,\"transaction_epoch\":0}"
      })
  void vitessWithoutOrderedTransactionsIsToldWhatToSet(String transaction) {
    assertThat(FORMAT.decoder(Layout.NONE).decode(ofVitess(transaction)))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.POSITION_MISSING);
              assertThat(rejected.detail())
                  .contains("provide.transaction.metadata=true")
                  .contains("VitessOrderedTransactionMetadataFactory");
            });
  }

  /** Four digits are base64 as well. */
  @ParameterizedTest
  @ValueSource(strings = {"\"7\"", "\"68\"", "\"1234\"", "\"12345678\"", "\"123456789012\""})
  void aRankOfDigitsInATextIsToldWhatToSet(String rank) {
    assertThat(FORMAT.decoder(Layout.NONE).decode(ofVitess(vitess(0, rank, 1))))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.POSITION_MISSING);
              assertThat(rejected.detail())
                  .contains(rank.replace("\"", ""))
                  .contains("decimal.handling.mode=precise")
                  .contains("JSON number");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "\"\"",
        "\"AQ\\u0000\"",
        "\"/w==\"",
        "\"AQAAAAAAAAAAAAAAAAAA\"",
        "\"=\"",
        "\"A\"",
        "\"AQAAAAAAAAAA\"",
        "true"
      })
  void whatIsNoRankIsRefused(String rank) {
    assertThat(FORMAT.decoder(Layout.NONE).decode(ofVitess(vitess(0, rank, 1))))
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.POSITION_MISSING));
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
        "{\"connector\":\"informix\",\"commit_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"-1\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"9223372036854775808\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"9999999999999999999\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"10000000000000000000\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"1:\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":\"1/\",\"change_lsn\":\"1\"}",
        "{\"connector\":\"informix\",\"commit_lsn\":1,\"change_lsn\":1}",
        "{\"connector\":\"spanner\",\"ts_ms\":1,\"sequence\":\"1\",\"server_transaction_id\":\"a\","
            + "\"value_capture_type\":\"NEW_ROW\"}",
        "{\"connector\":\"spanner\",\"ts_us\":1,\"sequence\":\"x\",\"server_transaction_id\":\"a\","
            + "\"value_capture_type\":\"NEW_ROW\"}",
        "{\"connector\":\"spanner\",\"ts_us\":1,\"sequence\":\"1\",\"server_transaction_id\":\"\\u0000\","
            + "\"value_capture_type\":\"NEW_ROW\"}",
        "{\"connector\":\"spanner\",\"ts_us\":1,\"sequence\":\"1\",\"server_transaction_id\":\"a b\","
            + "\"value_capture_type\":\"NEW_ROW\"}",
        "{\"connector\":\"spanner\",\"ts_us\":1,\"sequence\":\"1\",\"server_transaction_id\":\"\u00e9\","
            + "\"value_capture_type\":\"NEW_ROW\"}",
        "{\"connector\":\"mongodb\",\"ts_ms\":1}",
        "{\"connector\":\"mongodb\",\"ord\":1}",
        "{\"connector\":\"mongodb\",\"ts_ms\":1,\"ord\":-1}"
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

  private static String informix(String commit, String change) {
    return "{\"connector\":\"informix\",\"commit_lsn\":\"%s\",\"change_lsn\":\"%s\"}"
        .formatted(commit, change);
  }

  private static String informixSnapshot(String commit) {
    return "{\"connector\":\"informix\",\"commit_lsn\":\"%s\",\"change_lsn\":null}"
        .formatted(commit);
  }

  private static String spanner(long micros, String transaction, int sequence, int mod) {
    return ("{\"connector\":\"spanner\",\"ts_ms\":0,\"ts_us\":%d,\"sequence\":\"%d\","
            + "\"server_transaction_id\":\"%s\",\"mod_number\":%d,"
            + "\"value_capture_type\":\"NEW_ROW\"}")
        .formatted(micros, sequence, transaction, mod);
  }

  private static String mongo(long millis, int ordinal) {
    return "{\"connector\":\"mongodb\",\"ts_ms\":%d,\"ord\":%d}".formatted(millis, ordinal);
  }

  private static String vitess(int epoch, String rank, int order) {
    return ("{\"id\":\"x\",\"total_order\":%d,\"data_collection_order\":1,"
            + "\"transaction_epoch\":%d,\"transaction_rank\":%s}")
        .formatted(order, epoch, rank);
  }

  private static SourceRecord ofVitess(String transaction) {
    String envelope = bare("u", "null", "{\"id\":1}", "{\"connector\":\"vitess\"}");
    return record(
        "{\"id\":1}", envelope.replace("\"transaction\":null", "\"transaction\":" + transaction));
  }

  private static byte[] sequenceOfVitess(String transaction) {
    return changes(FORMAT, ofVitess(transaction)).get(0).sequence();
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
